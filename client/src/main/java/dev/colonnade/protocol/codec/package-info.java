/**
 * Messages to bytes and back.
 *
 * <p>Start with {@link dev.colonnade.protocol.codec.RequestFormat} and {@link
 * dev.colonnade.protocol.codec.ResponseFormat}, which know every message; {@link
 * dev.colonnade.protocol.codec.FrameDecoder} and {@link dev.colonnade.protocol.codec.FrameEncoder}
 * put either on a Netty channel. Decoding never trusts a length, a count or a number: whatever
 * comes in, the outcome is a message or a {@link dev.colonnade.protocol.ProtocolException}. May
 * depend on the {@code protocol} packages that define messages, and on Netty.
 */
@NullMarked
package dev.colonnade.protocol.codec;

import org.jspecify.annotations.NullMarked;
