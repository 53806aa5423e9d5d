/** Two short tones, made here: no file is loaded for them. Hertz. */
const TONES = [880, 1_174.7];
const SECONDS = 0.14;
const VOLUME = 0.08;

let context: AudioContext | undefined;

/** Plays the sound of an alert, where the browser lets this page sound. */
export function chime(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  volume.connect(context.destination);
  for (const [place, hertz] of TONES.entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(context.currentTime + place * SECONDS);
    tone.stop(context.currentTime + (place + 1) * SECONDS);
  }
}
