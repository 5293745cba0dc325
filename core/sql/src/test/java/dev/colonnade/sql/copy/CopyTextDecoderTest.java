package dev.colonnade.sql.copy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyTextDecoderTest {
  private static final List<ColumnType> TYPES =
      List.of(
          Plain.BOOLEAN,
          Plain.SMALLINT,
          Plain.INTEGER,
          Plain.BIGINT,
          Plain.REAL,
          Plain.DOUBLE,
          new Numeric(15, 2),
          new Numeric(18, 0),
          new Numeric(5, 5),
          Plain.DATE,
          Plain.TIMESTAMP,
          Plain.TEXT,
          ColumnType.varchar(4),
          ColumnType.character(6));

  /** Fragments of the generated texts, chosen so that many texts are nearly valid for a type. */
  private static final List<String> PIECES =
      List.of(
          "0",
          "1",
          "9",
          "12",
          "2024",
          "-",
          "+",
          ".",
          " ",
          "e",
          ":",
          "t",
          "true",
          "f",
          "false",
          "1999-12-31",
          "2024-02-29",
          "2023-02-29",
          "0001-01-01",
          "0000-01-01",
          "10000-01-01",
          "1969-12-31 23:59:59.999999",
          "2024-01-01 24:00:00",
          "12:30:61",
          "99999999999",
          "9223372036854775807",
          "-9223372036854775808",
          "32768",
          "2147483648",
          "NaN",
          "inf",
          "0.00000",
          "123456789012345678",
          "ä",
          "日本",
          "long text",
          "x",
          "\u0000",
          "");

  private final Random random = Seed.random("PlainColumnsTest");

  /**
   * The fast path parses a text to the same value as the general parser, and accepts no text that
   * the general parser rejects.
   */
  @Test
  void shouldAgreeWithTheGeneralParser() {
    int plain = 0;
    for (ColumnType type : TYPES) {
      for (int i = 0; i < 3_000; i++) {
        String text = text();
        Key key = fastPathKey(type, text.getBytes(UTF_8));
        if (key != null) {
          plain++;
          assertThat(key).as("%s '%s'", type, text).isEqualTo(byValue(type, text));
        }
      }
    }
    assertThat(plain).isGreaterThan(1_000);
  }

  @ParameterizedTest
  @CsvSource({
    "0, -7, 2147483647, -2147483648, INTEGER",
    "32767, -32768, 0, -1, SMALLINT",
    "999999999999999999, -999999999999999999, 007, -0, BIGINT",
    "1.5, -0.25, .5, 100, DOUBLE",
    "1.5, -0.25, 3, 100, REAL",
    "1970-01-01, 2000-02-29, 0001-01-01, 9999-12-31, DATE",
    "1970-01-01 00:00:00, 2024-12-31 23:59:59.123456, 1969-07-20 20:17:40.5,"
        + " 0001-01-01 00:00:00, TIMESTAMP",
    "t, f, true, false, BOOLEAN",
    "a, '  b ', äöü, 日本語, TEXT",
  })
  void shouldParseCanonicalText(
      String first, String second, String third, String fourth, Plain type) {
    for (String text : List.of(first, second, third, fourth)) {
      assertThat(fastPathKey(type, text.getBytes(UTF_8))).as(text).isEqualTo(byValue(type, text));
    }
  }

  @Test
  void shouldFindAZeroByteAtAnyOffset() {
    for (int length = 0; length < 40; length++) {
      byte[] bytes = new byte[length + 4];
      Arrays.fill(bytes, (byte) (length % 2 == 0 ? 0x80 : 1));
      bytes[1] = 0;
      bytes[length + 2] = 0;
      assertThat(CanonicalTextParser.hasNoZero(bytes, 2, length + 2)).isTrue();
      for (int at = 2; at < length + 2; at++) {
        byte[] changed = bytes.clone();
        changed[at] = 0;
        assertThat(CanonicalTextParser.hasNoZero(changed, 2, length + 2)).isFalse();
      }
    }
  }

  @Test
  void shouldReadEveryDay() {
    for (int day = -719_162; day < 2_932_896; day += 13) {
      String text = java.time.LocalDate.ofEpochDay(day).toString();
      byte[] bytes = text.getBytes(UTF_8);
      assertThat(CanonicalTextParser.date(bytes, 0, bytes.length)).as(text).isEqualTo(day);
    }
  }

  @Test
  void shouldReadDecimals() {
    for (int i = 0; i < 2_000; i++) {
      String text =
          "%s%d.%02d".formatted(random.nextBoolean() ? "-" : "", random.nextInt(), i % 100);
      String unsigned = text.replace("--", "-");
      Key key = fastPathKey(new Numeric(15, 2), unsigned.getBytes(UTF_8));
      assertThat(key).isNotNull().isEqualTo(byValue(new Numeric(15, 2), unsigned));
    }
  }

  @Test
  void shouldReadRowsOfSeveralFields() {
    TableSchema schema =
        TableSchema.builder()
            .required("a", Plain.INTEGER)
            .nullable("b", Plain.TEXT)
            .nullable("c", Plain.DATE)
            .key("a")
            .build();
    List<Column> columns = List.of(schema.columns().get(2), schema.columns().get(0));
    CopyTextDecoder plain = requireNonNull(CopyTextDecoder.of(schema, columns));
    CopyTextRows.Builder builder = new CopyTextRows.Builder(2);
    for (int i = 0; i < 300; i++) {
      add(builder, i % 3 == 0 ? null : "2024-01-01");
      add(builder, String.valueOf(i));
      builder.endRow();
    }
    CopyTextRows rows = builder.drain();
    assertThat(builder.size()).isZero();
    RowFormat format = new RowFormat(1, new SchemaHistory(schema));
    RowWriter actual = new RowWriter(format);
    RowWriter expected = new RowWriter(format);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(plain.put(rows, i, actual.reset())).isTrue();
      Object date = i % 3 == 0 ? null : java.time.LocalDate.of(2024, 1, 1);
      expected.reset().putAll(i, null, date);
      assertThat(actual.finish()).isEqualTo(expected.finish());
      assertThat(actual.familyValue(0)).isEqualTo(expected.familyValue(0));
      assertThat(rows.row(i)).containsExactly(i % 3 == 0 ? null : "2024-01-01", String.valueOf(i));
    }
  }

  private static void add(CopyTextRows.Builder builder, @Nullable String text) {
    if (text == null) {
      builder.addNull();
    } else {
      byte[] bytes = ("(" + text + ")").getBytes(UTF_8);
      builder.add(bytes, 1, bytes.length - 1);
    }
  }

  @Test
  void shouldNotSupportOtherTypes() {
    for (ColumnType type : List.of(Plain.UUID, Plain.BYTEA, new Numeric(30, 2), Plain.TIME)) {
      assertThat(CopyTextDecoder.of(schema(type), schema(type).columns())).as("%s", type).isNull();
    }
  }

  private String text() {
    List<String> parts = new ArrayList<>();
    int count = 1 + random.nextInt(random.nextInt(5) + 1);
    for (int i = 0; i < count; i++) {
      parts.add(PIECES.get(random.nextInt(PIECES.size())));
    }
    return String.join("", parts);
  }

  /** Returns the key of a row of one field; null if the fast path does not parse it. */
  private static @Nullable Key fastPathKey(ColumnType type, byte[] text) {
    TableSchema schema = schema(type);
    CopyTextDecoder plain = requireNonNull(CopyTextDecoder.of(schema, schema.columns()));
    CopyTextRows.Builder builder = new CopyTextRows.Builder(1);
    byte[] within = Arrays.copyOf(text, text.length + 3);
    builder.add(within, 0, text.length);
    builder.endRow();
    RowWriter writer = new RowWriter(new RowFormat(1, new SchemaHistory(schema)));
    try {
      return plain.put(builder.drain(), 0, writer.reset()) ? writer.finish() : null;
    } catch (ColonnadeException e) {
      return null;
    }
  }

  private static Key byValue(ColumnType type, String text) {
    RowWriter writer = new RowWriter(new RowFormat(1, new SchemaHistory(schema(type))));
    Object internal = ValueConverter.fromJava(TypeMapping.sqlType(type), text);
    return writer
        .reset()
        .putAll(ValueConverter.toJava(TypeMapping.sqlType(type), internal))
        .finish();
  }

  private static TableSchema schema(ColumnType type) {
    return TableSchema.builder().required("k", type).key("k").build();
  }
}
