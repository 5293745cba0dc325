package dev.colonnade.protocol.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.schema.WireEnumLabel;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.testing.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class TupleTest {
  private static final TupleSchema ALL_TYPES =
      TupleSchema.of(
          WireType.BOOLEAN,
          WireType.SMALLINT,
          WireType.INTEGER,
          WireType.BIGINT,
          WireType.REAL,
          WireType.DOUBLE,
          WireType.numeric(10, 2),
          WireType.numeric(38, 10),
          WireType.TEXT,
          WireType.varchar(5),
          WireType.character(5),
          WireType.BYTEA,
          WireType.DATE,
          WireType.TIME,
          WireType.TIMESTAMP,
          WireType.TIMESTAMPTZ,
          WireType.UUID,
          WireType.enumeration(
              "mood", List.of(new WireEnumLabel(-5, "sad"), new WireEnumLabel(5, "glad"))));

  private static final String GOLDEN =
      "000000" // no NULLs
          + "01" // true
          + "feff" // -2
          + "03000000" // 3
          + "fcffffffffffffff" // -4
          + "0000c03f" // 1.5
          + "00000000000002c0" // -2.25
          + "3ae2010000000000" // 1234.50
          + "001cf4abfdffffffffffffffffffffff" // -1
          + "02c3a9" // é
          + "0161" // a
          + "00" // empty
          + "0200ff" // bytes
          + "00000000" // 1970-01-01
          + "0100000000000000" // 1 microsecond
          + "ffffffffffffffff" // 1 microsecond before 1970
          + "0200000000000000"
          + "00112233445566778899aabbccddeeff" // UUID
          + "0100"; // glad

  @Test
  void shouldPreserveTheBytesOfEveryType() {
    ByteBuf out = Unpooled.buffer();
    putOneOfEach(new TupleWriter(ALL_TYPES, out));
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo(GOLDEN);
  }

  @Test
  void shouldReadBackEveryType() {
    ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(GOLDEN));
    TupleReader reader = new TupleReader(ALL_TYPES, in);
    assertThat(reader.hasNext()).isTrue();
    reader.next();
    assertThat(reader.booleanAt(0)).isTrue();
    assertThat(reader.shortAt(1)).isEqualTo((short) -2);
    assertThat(reader.intAt(2)).isEqualTo(3);
    assertThat(reader.longAt(3)).isEqualTo(-4);
    assertThat(reader.floatAt(4)).isEqualTo(1.5f);
    assertThat(reader.doubleAt(5)).isEqualTo(-2.25);
    assertThat(reader.decimalAt(6)).isEqualTo(new BigDecimal("1234.50"));
    assertThat(reader.unscaledLowAt(6)).isEqualTo(123_450);
    assertThat(reader.unscaledHighAt(6)).isZero();
    assertThat(reader.decimalAt(7)).isEqualTo(new BigDecimal("-1.0000000000"));
    assertThat(reader.unscaledHighAt(7)).isEqualTo(-1);
    assertThat(reader.textAt(8)).isEqualTo("é");
    assertThat(reader.byteLengthAt(8)).isEqualTo(2);
    assertThat(reader.textAt(9)).isEqualTo("a");
    assertThat(reader.textAt(10)).isEmpty();
    assertThat(reader.bytesAt(11)).containsExactly(0x00, 0xFF);
    assertThat(reader.intAt(12)).isZero();
    assertThat(reader.longAt(13)).isEqualTo(1);
    assertThat(reader.longAt(14)).isEqualTo(-1);
    assertThat(reader.longAt(15)).isEqualTo(2);
    assertThat(reader.uuidMostSignificantAt(16)).isEqualTo(0x0011223344556677L);
    assertThat(reader.uuidLeastSignificantAt(16)).isEqualTo(0x8899aabbccddeeffL);
    assertThat(reader.ordinalAt(17)).isEqualTo(1);
    assertThat(reader.hasNext()).isFalse();
  }

  @Test
  void shouldOmitNulls() {
    TupleSchema shape = TupleSchema.of(WireType.BIGINT, WireType.TEXT, WireType.INTEGER);
    ByteBuf block = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(shape, block);
    for (int i = 0; i < 3; i++) {
      writer.beginTuple();
      writer.putNull();
      writer.putText("x");
      writer.putNull();
      writer.endTuple();
    }
    assertThat(ByteBufUtil.hexDump(block)).isEqualTo("050178".repeat(3));
    TupleReader reader = new TupleReader(shape, block);
    while (reader.hasNext()) {
      reader.next();
      assertThat(reader.isNull(0)).isTrue();
      assertThat(reader.textAt(1)).isEqualTo("x");
      assertThat(reader.isNull(2)).isTrue();
      assertThatThrownBy(() -> reader.longAt(0)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void shouldRejectBlocksThatAreTruncatedAnywhere() {
    byte[] whole = ByteBufUtil.decodeHexDump(GOLDEN);
    for (int length = 0; length < whole.length; length++) {
      TupleReader reader = new TupleReader(ALL_TYPES, Unpooled.wrappedBuffer(whole, 0, length));
      assertThatThrownBy(reader::next).isInstanceOf(ProtocolException.class);
    }
  }

  @Test
  void shouldReadOrRejectBlocksOfJunk() {
    long seed = Seed.of("TupleTest");
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      byte[] junk = new byte[random.nextInt(200)];
      random.nextBytes(junk);
      TupleReader reader = new TupleReader(ALL_TYPES, Unpooled.wrappedBuffer(junk));
      try {
        while (reader.hasNext()) {
          reader.next();
        }
      } catch (ProtocolException refused) {
        assertThat(refused.error()).isNotNull();
      } catch (RuntimeException wrong) {
        throw new AssertionError("seed=" + seed, wrong);
      }
    }
  }

  @Test
  void shouldRejectValuesThatAreNotOfTheirType() {
    assertRefused(TupleSchema.of(WireType.BOOLEAN), "0002");
    assertRefused(TupleSchema.of(WireType.TEXT), "0001ff");
    assertRefused(TupleSchema.of(WireType.TEXT), "00ffffffffff01");
    assertRefused(TupleSchema.of(WireType.TEXT), "00ffffffffffff01");
    assertRefused(TupleSchema.of(WireType.BOOLEAN), "0200");
    assertRefused(
        TupleSchema.of(WireType.enumeration("e", List.of(new WireEnumLabel(0, "a")))), "000100");
  }

  @Test
  void shouldRejectPutsOfTheWrongType() {
    assertPutRefused(WireType.BIGINT, writer -> writer.putInt(1));
    assertPutRefused(WireType.INTEGER, writer -> writer.putLong(1));
    assertPutRefused(WireType.TEXT, writer -> writer.putBytes(new byte[1]));
    assertPutRefused(WireType.BYTEA, writer -> writer.putText("x"));
    assertPutRefused(WireType.numeric(3, 1), writer -> writer.putDecimal(new BigDecimal("100")));
    assertPutRefused(WireType.numeric(3, 1), writer -> writer.putDecimal(new BigDecimal("0.05")));
    assertPutRefused(WireType.numeric(18, 0), writer -> writer.putUnscaled(1, 0));
    assertPutRefused(
        WireType.enumeration("e", List.of(new WireEnumLabel(0, "a"))),
        writer -> writer.putOrdinal(1));
  }

  @Test
  void shouldAppendOnlyWholeTuples() {
    TupleSchema shape = TupleSchema.of(WireType.INTEGER, WireType.INTEGER);
    ByteBuf out = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(shape, out);
    assertThatThrownBy(() -> writer.putInt(1)).isInstanceOf(IllegalStateException.class);
    writer.beginTuple();
    writer.putInt(1);
    assertThatThrownBy(writer::endTuple).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(writer::beginTuple).isInstanceOf(IllegalStateException.class);
    writer.putInt(2);
    assertThatThrownBy(() -> writer.putInt(3)).isInstanceOf(IllegalStateException.class);
    writer.endTuple();
    writer.beginTuple();
    writer.putInt(4);
    writer.abandonTuple();
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo("000100000002000000");
  }

  private static void putOneOfEach(TupleWriter writer) {
    writer.beginTuple();
    writer.putBoolean(true);
    writer.putShort((short) -2);
    writer.putInt(3);
    writer.putLong(-4);
    writer.putFloat(1.5f);
    writer.putDouble(-2.25);
    writer.putDecimal(new BigDecimal("1234.5"));
    writer.putDecimal(BigDecimal.ONE.negate());
    writer.putText("é");
    writer.putUtf8("a".getBytes(StandardCharsets.UTF_8));
    writer.putText("");
    writer.putBytes(new byte[] {0, (byte) 0xFF});
    writer.putInt(0);
    writer.putLong(1);
    writer.putLong(-1);
    writer.putLong(2);
    writer.putUuid(0x0011223344556677L, 0x8899aabbccddeeffL);
    writer.putOrdinal(1);
    writer.endTuple();
  }

  private static void assertRefused(TupleSchema shape, String hex) {
    ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
    assertThatThrownBy(() -> new TupleReader(shape, in).next())
        .isInstanceOf(ProtocolException.class);
  }

  private static void assertPutRefused(WireType type, Consumer<TupleWriter> put) {
    ByteBuf out = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(TupleSchema.of(type), out);
    writer.beginTuple();
    assertThatThrownBy(() -> put.accept(writer)).isInstanceOf(IllegalArgumentException.class);
    assertThat(out.readableBytes()).isEqualTo(1);
  }
}
