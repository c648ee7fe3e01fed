const webm = ['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus', 'video/webm']
// Whole strings: a browser may support the container without these codecs.
const mp4 = ['video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video/mp4']

/** WebM stays readable when it is cut off and costs least; Apple's browsers record MP4 best. Undefined: none. */
export const chooseMediaType = (isSupported: (type: string) => boolean, isApple: boolean) =>
  (isApple ? [...mp4, ...webm] : [...webm, ...mp4]).find(isSupported)

export const toExtension = (type: string) => (type.startsWith('video/mp4') ? 'mp4' : 'webm')
