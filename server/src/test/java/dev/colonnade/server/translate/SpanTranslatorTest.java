package dev.colonnade.server.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.key.SortDirection;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.scan.KeyBound;
import dev.colonnade.protocol.scan.SpanSpec;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.tuple.TupleSchema;
import dev.colonnade.protocol.tuple.TupleWriter;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.KeyPart;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpanTranslatorTest {
  private static final KeyCodec KEY =
      new KeyCodec(
          100,
          0,
          List.of(
              new KeyPart(Plain.INTEGER, false, SortDirection.ASCENDING),
              new KeyPart(Plain.INTEGER, false, SortDirection.ASCENDING)),
          false);

  @Test
  void shouldReturnTheWholeIndexWithoutSpans() {
    assertThat(SpanTranslator.toCore(List.of(), KEY)).containsExactly(KEY.span());
    assertThat(SpanTranslator.toCore(List.of(SpanSpec.ALL), KEY)).containsExactly(KEY.span());
  }

  @Test
  void shouldIncludeOrExcludeAllRowsOfAPrefix() {
    assertThat(spans(prefix(3, true), prefix(5, true)))
        .containsExactly(new KeySpan(KEY.prefix(3), KEY.prefix(6)));
    assertThat(spans(prefix(3, false), prefix(5, false)))
        .containsExactly(new KeySpan(KEY.prefix(4), KEY.prefix(5)));
  }

  @Test
  void shouldDropEmptySpansAndSort() {
    assertThat(
            SpanTranslator.toCore(
                List.of(
                    new SpanSpec(prefix(7, true), prefix(8, false)),
                    new SpanSpec(prefix(1, true), prefix(2, false)),
                    new SpanSpec(prefix(3, true), prefix(3, false))),
                KEY))
        .containsExactly(
            new KeySpan(KEY.prefix(1), KEY.prefix(2)), new KeySpan(KEY.prefix(7), KEY.prefix(8)));
  }

  @ParameterizedTest
  @CsvSource({
    "5,true,3,true",
    "5,true,4,true",
    "5,true,4,false",
    "5,false,4,true",
    "5,false,4,false"
  })
  void shouldRefuseAReversedSpan(int start, boolean startIncluded, int end, boolean endIncluded) {
    assertThatThrownBy(() -> spans(prefix(start, startIncluded), prefix(end, endIncluded)))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
              assertThat(e).hasMessageContaining("reversed");
            });
  }

  @Test
  void shouldReturnNothingBetweenExcludedAdjacentValues() {
    assertThat(spans(prefix(4, false), prefix(5, false))).isEmpty();
    assertThat(spans(prefix(5, true), prefix(5, false))).isEmpty();
    assertThat(spans(prefix(5, true), prefix(5, true)))
        .containsExactly(KeySpan.prefix(KEY.prefix(5)));
  }

  @Test
  void shouldAcceptABoundThatIsAPrefixOfTheOther() {
    assertThat(spans(prefixOf(5, 7), prefix(5, true)))
        .containsExactly(new KeySpan(KEY.prefix(5, 7), KEY.prefix(6)));
    assertThat(spans(prefix(5, true), prefixOf(5, 7)))
        .containsExactly(new KeySpan(KEY.prefix(5), KEY.prefix(5, 8)));
  }

  @Test
  void shouldClipBoundsOfRangesToTheIndex() {
    KeyBound below = encoded(Key.wrap(new byte[] {0}));
    KeyBound end = new KeyBound.EncodedKey(Bytes.EMPTY);

    assertThat(spans(below, end)).containsExactly(KEY.span());
    assertThat(spans(encoded(KEY.prefix(4)), end))
        .containsExactly(new KeySpan(KEY.prefix(4), KEY.span().end()));
  }

  private static List<KeySpan> spans(KeyBound start, KeyBound end) {
    return SpanTranslator.toCore(List.of(new SpanSpec(start, end)), KEY);
  }

  private static KeyBound encoded(Key key) {
    return new KeyBound.EncodedKey(Bytes.copyOf(key.bytes()));
  }

  private static KeyBound prefix(int value, boolean inclusive) {
    ByteBuf tuple = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(TupleSchema.of(WireType.INTEGER), tuple);
    writer.beginTuple();
    writer.putInt(value);
    writer.endTuple();
    return new KeyBound.Prefix(1, inclusive, Bytes.copyOf(tuple));
  }

  /** Returns an inclusive bound with two columns. */
  private static KeyBound prefixOf(int first, int second) {
    ByteBuf tuple = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(TupleSchema.of(WireType.INTEGER, WireType.INTEGER), tuple);
    writer.beginTuple();
    writer.putInt(first);
    writer.putInt(second);
    writer.endTuple();
    return new KeyBound.Prefix(2, true, Bytes.copyOf(tuple));
  }
}
