/** A mouse over a page, with the events that a browser sends for its moves: the same for every library. */
export class Mouse {
  #over: readonly Element[] = [];

  /** Pixels relative to an element. */
  move(element: HTMLElement, x: number, y: number): void {
    const { left, top } = element.getBoundingClientRect();
    const at = { clientX: left + x, clientY: top + y, screenX: left + x, screenY: top + y };
    const target = document.elementFromPoint(at.clientX, at.clientY);
    if (target === null) throw new Error('the mouse is outside the page');
    const over = ancestors(target);
    if (over[0] !== this.#over[0]) this.#enter(target, over, at);
    const bubbling = { ...at, bubbles: true, cancelable: true, composed: true };
    target.dispatchEvent(
      new PointerEvent('pointermove', { ...bubbling, pointerId: 1, pointerType: 'mouse' }),
    );
    target.dispatchEvent(new MouseEvent('mousemove', bubbling));
  }

  #enter(target: Element, over: readonly Element[], at: MouseEventInit): void {
    target.dispatchEvent(new PointerEvent('pointerover', { ...at, bubbles: true, pointerType: 'mouse' }));
    target.dispatchEvent(new MouseEvent('mouseover', { ...at, bubbles: true }));
    for (const each of over.toReversed()) {
      if (this.#over.includes(each)) continue;
      each.dispatchEvent(new PointerEvent('pointerenter', { ...at, pointerType: 'mouse' }));
      each.dispatchEvent(new MouseEvent('mouseenter', at));
    }
    this.#over = over;
  }
}

/** An element and those around it, from the inside out. */
function ancestors(element: Element): readonly Element[] {
  const found: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement) found.push(each);
  return found;
}
