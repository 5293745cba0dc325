/**
 * The ground of the native wire protocol: frames, versions, limits and protocol errors.
 *
 * <p>Start with {@link dev.colonnade.protocol.FrameLayout}, which draws a frame, then read {@code
 * protocol.request} and {@code protocol.response} for what travels in one. May depend on the JDK
 * and on Netty's buffers only.
 */
@NullMarked
package dev.colonnade.protocol;

import org.jspecify.annotations.NullMarked;
