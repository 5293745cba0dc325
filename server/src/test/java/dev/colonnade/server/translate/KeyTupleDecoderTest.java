package dev.colonnade.server.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.SortDirection;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.tuple.TupleSchema;
import dev.colonnade.protocol.tuple.TupleWriter;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.KeyPart;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyTupleDecoderTest {
  private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
  private static final ColumnType MOOD =
      ColumnType.enumerated(EnumType.create(5, "mood", List.of("sad", "ok", "happy")));
  private static final KeyCodec KEY =
      codec(
          part(Plain.BOOLEAN, false, SortDirection.ASCENDING),
          part(Plain.SMALLINT, true, SortDirection.DESCENDING),
          part(Plain.INTEGER, false, SortDirection.ASCENDING),
          part(ColumnType.numeric(10, 2), false, SortDirection.DESCENDING),
          part(ColumnType.numeric(30, 3), false, SortDirection.ASCENDING),
          part(Plain.DATE, false, SortDirection.ASCENDING),
          part(ColumnType.character(4), true, SortDirection.ASCENDING),
          part(MOOD, false, SortDirection.DESCENDING),
          part(Plain.UUID, false, SortDirection.ASCENDING),
          part(Plain.DOUBLE, false, SortDirection.ASCENDING));

  @Test
  void shouldDecodeTheKeysOfTheCodec() {
    ByteBuf tuples = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(shape(KEY), tuples);
    put(writer, "ab  ");
    put(writer, null);

    assertThat(KeyTupleDecoder.whole(KEY).keys(tuples, 2))
        .containsExactly(KEY.encode(values("ab")), KEY.encode(values(null)));
  }

  @Test
  void shouldDecodePrefixes() {
    KeyCodec codec =
        codec(
            part(Plain.INTEGER, false, SortDirection.ASCENDING),
            part(Plain.TEXT, false, SortDirection.ASCENDING));
    ByteBuf tuples = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(shape(codec).prefix(1), tuples);
    writer.beginTuple();
    writer.putInt(7);
    writer.endTuple();

    assertThat(new KeyTupleDecoder(codec, 1).keys(tuples, 1)).containsExactly(codec.prefix(7));
  }

  @Test
  void shouldRefuseValuesThatAKeyCannotContain() {
    assertRefused(ErrorCode.NOT_NULL_VIOLATION, Plain.INTEGER, (codec, writer) -> writer.putNull());
    assertRefused(
        ErrorCode.STRING_TOO_LONG, ColumnType.varchar(2), (codec, writer) -> writer.putText("abc"));
    assertRefused(
        ErrorCode.VALUE_OUT_OF_RANGE,
        ColumnType.numeric(3, 0),
        (codec, writer) -> writer.putUnscaled(1000));
    assertRefused(ErrorCode.VALUE_OUT_OF_RANGE, Plain.TIME, (codec, writer) -> writer.putLong(-1));
  }

  @Test
  void shouldRefuseAWrongNumberOfTuples() {
    KeyCodec codec = codec(part(Plain.INTEGER, false, SortDirection.ASCENDING));
    assertCode(
        ErrorCode.INVALID_ARGUMENT, () -> KeyTupleDecoder.whole(codec).keys(ints(codec, 1, 2), 1));
    assertCode(
        ErrorCode.INVALID_ARGUMENT, () -> KeyTupleDecoder.whole(codec).keys(ints(codec, 1, 2), 3));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new KeyTupleDecoder(codec, 2));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new KeyTupleDecoder(codec, 0));
  }

  @Test
  void shouldRefuseTuplesCutAtEveryByte() {
    ByteBuf whole = Unpooled.buffer();
    put(new TupleWriter(shape(KEY), whole), "ab");
    for (int length = 1; length < whole.readableBytes(); length++) {
      ByteBuf cut = whole.slice(0, length);
      assertThatThrownBy(() -> KeyTupleDecoder.whole(KEY).keys(cut, 1))
          .isInstanceOf(ProtocolException.class);
    }
  }

  private static void put(TupleWriter writer, @Nullable String text) {
    writer.beginTuple();
    writer.putBoolean(true);
    writer.putShort((short) -3);
    writer.putInt(70_000);
    writer.putUnscaled(-125);
    writer.putDecimal(new BigDecimal("123456789012345678901234.567"));
    writer.putInt(19_000);
    if (text == null) {
      writer.putNull();
    } else {
      writer.putText(text);
    }
    writer.putOrdinal(2);
    writer.putUuid(ID.getMostSignificantBits(), ID.getLeastSignificantBits());
    writer.putDouble(-2.5);
    writer.endTuple();
  }

  private static @Nullable Object[] values(@Nullable String text) {
    return new @Nullable Object[] {
      true,
      (short) -3,
      70_000,
      new BigDecimal("-1.25"),
      new BigDecimal("123456789012345678901234.567"),
      LocalDate.ofEpochDay(19_000),
      text,
      "happy",
      ID,
      -2.5
    };
  }

  private static ByteBuf ints(KeyCodec codec, int... values) {
    ByteBuf tuples = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(shape(codec), tuples);
    for (int value : values) {
      writer.beginTuple();
      writer.putInt(value);
      writer.endTuple();
    }
    return tuples;
  }

  private static void assertRefused(ErrorCode code, ColumnType type, Putter putter) {
    KeyCodec codec = codec(part(type, false, SortDirection.ASCENDING));
    ByteBuf tuples = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(shape(codec), tuples);
    writer.beginTuple();
    putter.put(codec, writer);
    writer.endTuple();
    assertCode(code, () -> KeyTupleDecoder.whole(codec).keys(tuples, 1));
  }

  private static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static TupleSchema shape(KeyCodec codec) {
    return TupleSchema.of(
        codec.parts().stream().map(part -> ColumnTypeTranslator.toWire(part.type())).toList());
  }

  private static KeyCodec codec(KeyPart... parts) {
    return new KeyCodec(100, 0, List.of(parts), false);
  }

  private static KeyPart part(ColumnType type, boolean nullable, SortDirection direction) {
    return new KeyPart(type, nullable, direction);
  }

  @FunctionalInterface
  private interface Putter {
    void put(KeyCodec codec, TupleWriter writer);
  }
}
