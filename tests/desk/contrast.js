// The texts whose contrast with what is behind them is too low (WCAG 2.2, 1.4.3), with that contrast.
(() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgb = colour => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = colour => colour.slice(0, 3).map(each => each / 255)
    .map(each => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4)
    .reduce((sum, each, place) => sum + each * [.2126, .7152, .0722][place], 0);
  const ground = element => {
    for (let each = element; each; each = each.parentElement) {
      const found = rgb(getComputedStyle(each).backgroundColor);
      if (found[3] === 255) return found;
    }
  };
  return [...document.body.querySelectorAll("*")]
    .filter(each => each.checkVisibility() && [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .map(each => {
      const [a, b] = [light(rgb(getComputedStyle(each).color)), light(ground(each))].sort((a, b) => b - a);
      return [Math.round(100 * (a + .05) / (b + .05)) / 100, each.outerHTML];
    })
    .filter(([ratio]) => ratio < 4.5);
})()
