package dev.colonnade.server.translate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.scan.KeyBound;
import dev.colonnade.protocol.scan.SpanSpec;
import dev.colonnade.type.row.KeyCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Comparator;
import java.util.List;

/** Conversion of protocol spans to key spans. */
public final class SpanTranslator {
  private SpanTranslator() {}

  /**
   * Returns the spans in ascending order, clipped to the keys of the index; the whole index if
   * there are none.
   *
   * @throws ColonnadeException INVALID_ARGUMENT if a span is reversed or its values do not match
   *     the key columns
   */
  public static List<KeySpan> toCore(List<SpanSpec> specs, KeyCodec codec) {
    if (specs.isEmpty()) {
      return List.of(codec.span());
    }
    return specs.stream()
        .map(spec -> toCore(spec, codec))
        .filter(span -> !span.isEmpty())
        .sorted(Comparator.comparing(KeySpan::start))
        .toList();
  }

  private static KeySpan toCore(SpanSpec spec, KeyCodec codec) {
    requireForward(spec, codec);
    KeySpan all = codec.span();
    Key start =
        switch (spec.start()) {
          case KeyBound.Unbounded _ -> all.start();
          case KeyBound.Prefix prefix -> {
            Key key = key(prefix, codec);
            yield prefix.inclusive() ? key : key.prefixEnd();
          }
          case KeyBound.EncodedKey(Bytes key) -> key.isEmpty() ? all.start() : wrap(key);
        };
    Key end =
        switch (spec.end()) {
          case KeyBound.Unbounded _ -> all.end();
          case KeyBound.Prefix prefix -> {
            Key key = key(prefix, codec);
            yield prefix.inclusive() ? key.prefixEnd() : key;
          }
          case KeyBound.EncodedKey(Bytes key) -> key.isEmpty() ? all.end() : wrap(key);
        };
    return new KeySpan(start, end).intersect(all);
  }

  /**
   * Throws INVALID_ARGUMENT if the start is after the end. Checked on the prefixes, since a
   * reversed span of adjacent values would become an empty key span.
   */
  private static void requireForward(SpanSpec spec, KeyCodec codec) {
    if (spec.start() instanceof KeyBound.Prefix start
        && spec.end() instanceof KeyBound.Prefix end) {
      Key first = key(start, codec);
      Key last = key(end, codec);
      if (first.compareTo(last) > 0 && !first.startsWith(last)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "span is reversed: start=" + first + " end=" + last);
      }
    }
  }

  private static Key key(KeyBound.Prefix prefix, KeyCodec codec) {
    ByteBuf tuple = Unpooled.wrappedBuffer(prefix.tuple().toArray());
    return new KeyTupleDecoder(codec, prefix.columnCount()).keys(tuple, 1).getFirst();
  }

  private static Key wrap(Bytes bytes) {
    return Key.wrap(bytes.toArray());
  }
}
