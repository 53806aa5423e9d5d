/** A number for what the canvases in an element show: the same for the same picture. */
export function fingerprint(place: HTMLElement): number {
  const whole = document.createElement('canvas');
  whole.width = place.clientWidth;
  whole.height = place.clientHeight;
  const on = whole.getContext('2d', { willReadFrequently: true });
  if (on === null) throw new Error('there is no canvas');
  const { left, top } = place.getBoundingClientRect();
  for (const canvas of place.querySelectorAll('canvas')) {
    if (canvas.width === 0 || canvas.height === 0) continue;
    const box = canvas.getBoundingClientRect();
    on.drawImage(canvas, box.left - left, box.top - top, box.width, box.height);
  }
  const pixels = new Uint32Array(on.getImageData(0, 0, whole.width, whole.height).data.buffer);
  let hash = 0x811c9dc5;
  for (const pixel of pixels) hash = Math.imul(hash ^ pixel, 0x01000193);
  return hash;
}
