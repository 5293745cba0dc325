/**
 * Frames on Netty channels: handlers that divide incoming bytes into frames and encode messages as
 * frames.
 *
 * <p>Start with {@link dev.colonnade.protocol.frame.FrameDecoder} and {@link
 * dev.colonnade.protocol.frame.FrameEncoder}; {@code protocol.codec} implements {@link
 * dev.colonnade.protocol.frame.MessageCodec}. May depend on {@code protocol}, {@code
 * protocol.request}, {@code protocol.response} and Netty.
 */
@NullMarked
package dev.colonnade.protocol.frame;

import org.jspecify.annotations.NullMarked;
