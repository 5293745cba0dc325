/**
 * Encoding and decoding of messages.
 *
 * <p>Start with {@link dev.colonnade.protocol.codec.RequestCodec} and {@link
 * dev.colonnade.protocol.codec.ResponseCodec}, which enumerate all messages; {@code protocol.frame}
 * connects either of them to a Netty channel. Decoding trusts no length, count or number: for
 * arbitrary input, the result is a message or a {@link dev.colonnade.protocol.ProtocolException}.
 * May depend on the {@code protocol} packages that define messages, on {@code protocol.frame} and
 * on Netty's buffers.
 */
@NullMarked
package dev.colonnade.protocol.codec;

import org.jspecify.annotations.NullMarked;
