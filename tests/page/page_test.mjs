/* The page in a headless Chromium with software GL: page_test.mjs WEIR.html OUTPUT_FOLDER [INPUTS [no-scenes [MINUTES]]]
 * Each scene draws and stays without a fault; a crate falls in; F12's picture comes as a download, and opens again when it is dropped on the page;
 * fingers drop, come nearer and turn; the page follows its window's size, a time in the background and a lost device; INPUTS random inputs (2000), spread over so many MINUTES (0), leave no fault and no
 * growing memory.
 * Writes pictures, and a line of figures for each scene. */
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {browser} from './browser.mjs';

const [file, folder, inputs = '2000', scenes, minutes = '0'] = process.argv.slice(2);
const out = resolve(folder), WIDTH = 1280, HEIGHT = 720;
mkdirSync(out, {recursive: true});
let failed = 0;
const check = (ok, what) => { if (!ok) failed++; console.log((ok ? 'ok    ' : 'FAILS ') + what); };
const sleep = ms => new Promise(done => setTimeout(done, ms));
const frames = page => page.run('Browser.mainLoop.currentFrameNumber');
const runs = "document.getElementById('cover') && document.getElementById('cover').classList.contains('gone')";

async function open(words) {
  const page = await browser(WIDTH, HEIGHT);
  page.begun = Date.now();
  await page.downloads(out);
  await page.send('Page.navigate', {url: 'file://' + resolve(file) + '#' + words});
  await page.until(runs, 120);
  page.first = (Date.now() - page.begun) / 1000;
  return page;
}

const mouse = (page, type, x, y, button = 'none', more = {}) =>
  page.send('Input.dispatchMouseEvent', {type, x, y, button, clickCount: button === 'none' ? 0 : 1, ...more});
async function click(page, x, y) {
  await mouse(page, 'mouseMoved', x, y);
  await sleep(700); /* a frame with the pointer there */
  await mouse(page, 'mousePressed', x, y, 'left');
  await sleep(100);
  await mouse(page, 'mouseReleased', x, y, 'left');
}
async function key(page, name, code, number) {
  for (const type of ['keyDown', 'keyUp']) {
    await page.send('Input.dispatchKeyEvent', {type, key: name, code, windowsVirtualKeyCode: number, nativeVirtualKeyCode: number});
    await sleep(60);
  }
}

for (const scene of scenes === 'no-scenes' ? [] : ['river', 'pool', 'gate', 'beach', 'ford']) {
  const page = await open(scene);
  await sleep(4000);
  const from = await frames(page), at = Date.now();
  await sleep(5000);
  const fps = (await frames(page) - from) / (Date.now() - at) * 1000;
  writeFileSync(`${out}/${scene}.png`, await page.picture());
  check(fps > 0.5, `${scene}: first picture after ${page.first.toFixed(1)} s, ${fps.toFixed(1)} frames a second`);
  check(page.faults.length === 0, `${scene}: no fault ${page.faults.slice(0, 3).join(' | ')}`);
  await page.close();
}

const page = await open('pool');
await sleep(3000);
await click(page, 560, 420);
await sleep(2500);
writeFileSync(`${out}/crate.png`, await page.picture());
await key(page, 'F12', 'F12', 123);
for (let n = 0; n < 60 && !readdirSync(out).some(name => /^weir-\d+\.png$/.test(name)); n++) await sleep(500);
await sleep(2000);
const saved = readdirSync(out).find(name => /^weir-\d+\.png$/.test(name));
check(saved, `F12's picture came as a download (${saved})`);
const stored = fileURLToPath(new URL('../golden/stored/pool-a012d96.png', import.meta.url)); /* the program's, of another grid */
for (const [name, picture] of [['opened', saved && `${out}/${saved}`], ['stored', stored]].filter(row => row[1])) {
  const title = await page.run('document.title');
  await key(page, 'Tab', 'Tab', 9); /* to another scene; the picture leads back */
  await page.until(`document.title !== ${JSON.stringify(title)}`, 60);
  const other = await page.run('document.title');
  const bytes = readFileSync(picture).toString('base64');
  await page.run(`(async () => {
    const bytes = Uint8Array.from(atob('${bytes}'), c => c.charCodeAt(0)), data = new DataTransfer();
    data.items.add(new File([bytes], 'picture.png', {type: 'image/png'}));
    dispatchEvent(new DragEvent('drop', {dataTransfer: data}));
  })()`);
  const opens = await page.until(`document.title !== ${JSON.stringify(other)}`, 60).then(() => true, () => false);
  await sleep(3000);
  writeFileSync(`${out}/${name}.png`, await page.picture());
  check(opens && page.faults.length === 0, `${name}: a picture with a world in it opens where it is dropped ${page.faults.slice(0, 3).join(' | ')}`);
}
/* The mean difference of two pictures, of 255. */
const apart = (a, b) => page.run(`(async () => {
  const points = async picture => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + picture)).blob()), canvas = new OffscreenCanvas(320, 180);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, 320, 180);
    return context.getImageData(0, 0, 320, 180).data;
  };
  const a = await points('${a.toString('base64')}'), b = await points('${b.toString('base64')}');
  return a.reduce((sum, value, n) => sum + Math.abs(value - b[n]), 0) / a.length * 4 / 3;
})()`);
const touch = (type, ...fingers) => page.send('Input.dispatchTouchEvent', {type, touchPoints: fingers.map(([x, y], id) => ({x, y, id}))});
async function move(...ways) { /* of each finger from where to where */
  const at = share => ways.map(([x, y, toX, toY]) => [x + share * (toX - x), y + share * (toY - y)]);
  await touch('touchStart', ...at(0));
  for (let n = 0; n <= 6; n++) await sleep(500), await touch('touchMove', ...at(n / 6));
  await touch('touchEnd');
  await sleep(3000);
  return page.picture();
}
await page.send('Emulation.setTouchEmulationEnabled', {enabled: true, maxTouchPoints: 2});
const rested = await page.picture();
const nearer = await move([500, 300, 260, 300], [700, 300, 940, 300]), turned = await move([500, 300, 740, 300], [600, 300, 840, 300]);
writeFileSync(`${out}/fingers.png`, turned);
const [zoom, turn] = [await apart(rested, nearer), await apart(nearer, turned)]; /* 5 by moving water alone, 48 and 30 seen */
check(zoom > 20 && turn > 15, `two fingers come nearer and turn: pictures ${zoom.toFixed(0)} and ${turn.toFixed(0)} of 255 apart`);
await page.send('Emulation.setTouchEmulationEnabled', {enabled: false});
await page.send('Emulation.setDeviceMetricsOverride', {width: 800, height: 600, deviceScaleFactor: 2, mobile: false});
await sleep(3000);
const size = await page.run("[document.getElementById('canvas').width, document.getElementById('canvas').height].join()");
check(size === '1600,1200', `the canvas follows the window and its pixels: ${size}`);
writeFileSync(`${out}/small.png`, await page.picture());
await page.send('Emulation.setDeviceMetricsOverride', {width: WIDTH, height: HEIGHT, deviceScaleFactor: 1, mobile: false});
await page.run('Browser.mainLoop.pause()'); /* as a tab in the background */
await sleep(4000);
await page.run('Browser.mainLoop.resume()');
await sleep(2000);
const after = await frames(page);
await sleep(2000);
check(await frames(page) > after, 'it goes on after a time in the background');

const keys = [['a', 'KeyA', 65], ['c', 'KeyC', 67], ['r', 'KeyR', 82], ['1', 'Digit1', 49], ['2', 'Digit2', 50], ['3', 'Digit3', 51], ['5', 'Digit5', 53],
  ['Tab', 'Tab', 9], ['p', 'KeyP', 80], ['h', 'KeyH', 72], ['v', 'KeyV', 86], ['m', 'KeyM', 77], [' ', 'Space', 32], ['ArrowLeft', 'ArrowLeft', 37],
  ['ArrowUp', 'ArrowUp', 38], ['Enter', 'Enter', 13], ['Delete', 'Delete', 46], ['z', 'KeyZ', 90], ['F1', 'F1', 112], ['o', 'KeyO', 79]];
let seed = 1;
const random = count => (seed = (seed * 48271) % 2147483647) % count;
/* MiB of the program, and of the script's own objects after they have been cleared up. */
const memory = async () => {
  await page.send('HeapProfiler.collectGarbage');
  return page.run('[HEAP8.length, performance.memory.usedJSHeapSize].map(bytes => +(bytes / 1048576).toFixed(1))');
};
const used = [await memory()], begun = Date.now();
for (let n = 0; n < +inputs; n++) {
  await sleep(Math.max(0, begun + n / +inputs * +minutes * 60000 - Date.now()));
  if (n > used.length * +inputs / 10) used.push(await memory());
  const x = random(WIDTH), y = random(HEIGHT), [name, code, number] = keys[random(keys.length)];
  switch (random(5)) {
    case 0: await mouse(page, 'mouseMoved', x, y); break;
    case 1: await mouse(page, 'mousePressed', x, y, random(3) ? 'left' : 'right'); break;
    case 2: await mouse(page, 'mouseReleased', x, y, random(3) ? 'left' : 'right'); break;
    case 3: await mouse(page, 'mouseWheel', x, y, 'none', {deltaX: 0, deltaY: random(200) - 100}); break;
    default: for (const type of ['keyDown', 'keyUp']) page.send('Input.dispatchKeyEvent', {type, key: name, code, windowsVirtualKeyCode: number});
  }
}
await sleep(2000);
used.push(await memory());
const alive = await frames(page);
await sleep(3000);
check(await frames(page) > alive, `it runs after ${inputs} random inputs in ${((Date.now() - begun) / 60000).toFixed(1)} minutes`);
/* What scenes of all sizes and their past have needed at the most stays the program's: it may grow at first. */
const [late, end] = [used[used.length * 3 >> 2], used[used.length - 1]];
check(end[0] <= 640 && (+minutes < 30 || (end[0] <= late[0] && end[1] < late[1] + 8)), 'memory of the program and of its script, MiB: ' + used.map(row => row.join(' + ')).join(', '));
writeFileSync(`${out}/inputs.png`, await page.picture());
check(page.faults.length === 0, `no fault ${page.faults.slice(0, 3).join(' | ')}`);
await page.run(`document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()`);
await sleep(1000);
await page.until(runs, 120);
await sleep(3000);
const again = await frames(page);
await sleep(2000);
check(await frames(page) > again, 'it goes on after the device was lost');
writeFileSync(`${out}/lost.png`, await page.picture());
console.log(page.lines.slice(-12).join('\n'));
await page.close();
console.log(failed ? `${failed} checks failed` : 'all checks hold');
process.exit(failed ? 1 : 0);
