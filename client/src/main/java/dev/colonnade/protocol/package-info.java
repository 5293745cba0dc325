/**
 * Foundation of the native wire protocol: frame layout, message type numbers, versions, limits and
 * protocol errors.
 *
 * <p>Start with {@link dev.colonnade.protocol.FrameLayout}, the layout of a frame, then read {@code
 * protocol.request} and {@code protocol.response} for the messages in it. May depend on the JDK and
 * on Netty's buffers only.
 */
@NullMarked
package dev.colonnade.protocol;

import org.jspecify.annotations.NullMarked;
