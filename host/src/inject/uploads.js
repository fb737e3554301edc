// Files: which input takes them, what it holds, and drops for areas that have none.
/* global attr, closest, flatInside, hasAttr, identify, inputType, isElement, isEnabled, nameOf, newScene,
   parentOf, rectOf, resolve, roleOf, safeMatches, shownBox, squash, tagOf, tell */
/* exported filesHeld, fileTarget, takesDrops */

const isFileInput = (element) => tagOf(element) === 'input' && element.type === 'file';

const describeInput = (input, how) => ({
  input: identify(input),
  how,
  multiple: input.multiple,
  directory: hasAttr(input, 'webkitdirectory'),
  accept: squash(attr(input, 'accept') ?? ''),
  enabled: isEnabled(input),
});

/** The only file input inside an element, in the tree as it is shown. */
const fileInputIn = (element) => {
  const inputs = [];
  for (const one of flatInside(element, 3000)) if (isFileInput(one)) inputs.push(one);
  return inputs.length === 1 ? inputs[0] : null;
};

/** The only file input of the smallest part of the page that has one. */
const fileInputNear = (element) => {
  for (
    let at = parentOf(element), height = 0;
    at && isElement(at) && height < 6;
    at = parentOf(at), height++
  ) {
    const inputs = [...flatInside(at, 3000)].filter(isFileInput);
    if (inputs.length > 0) return inputs.length === 1 ? inputs[0] : null;
  }
  return null;
};

/**
 * Which file input an element stands for: itself, the one of its label, the one inside it (`how: own`), or the only
 * one near it (`how: near`), which is a guess. Also what kind of thing the element is.
 */
const fileTarget = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return { attached: false };
  const scene = newScene();
  const tag = tagOf(element);
  const role = roleOf(element, tag);
  const label = tag === 'label' ? element : closest(element, 'label');
  const labelled = label?.control && isFileInput(label.control) ? label.control : null;
  const own = isFileInput(element) ? element : (labelled ?? fileInputIn(element));
  const near = own ? null : fileInputNear(element);
  const rect = rectOf(element);
  const isButton = safeMatches(
    element,
    'button,a,summary,[role="button"],[role="link"],[role="menuitem"],input',
  );
  return {
    attached: true,
    shown: shownBox(element, scene) !== null,
    role: role === 'generic' || role === 'none' ? '' : role,
    name: nameOf(element, scene, role, tag),
    input_type: inputType(element),
    button: isButton,
    area: rect.width >= 100 && rect.height >= 40 && !isButton,
    ...(own ? describeInput(own, 'own') : near ? describeInput(near, 'near') : { how: 'none' }),
  };
};

/** Names and sizes of the files that an input holds; null when it is gone. */
const filesHeld = ({ element: id }) => {
  const element = resolve(id);
  if (!element || !isFileInput(element)) return null;
  return [...element.files].map((file) => ({
    name: file.name,
    size: file.size,
    path: file.webkitRelativePath,
  }));
};

/** Whether the page takes files dropped on an element: a drag that comes, stays a moment and leaves. */
const takesDrops = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return false;
  const data = new DataTransfer();
  data.items.add(new File([], 'file'));
  const rect = rectOf(element);
  const at = {
    dataTransfer: data,
    cancelable: true,
    clientX: rect.left + rect.width / 2,
    clientY: rect.top + rect.height / 2,
  };
  tell(element, 'dragenter', DragEvent, at);
  const takes = !tell(element, 'dragover', DragEvent, at);
  tell(element, 'dragleave', DragEvent, at);
  return takes;
};
