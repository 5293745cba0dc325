package dev.colonnade.catalog.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.catalog.codec.CatalogCodec.State;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.constraint.ReferentialAction;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.SortDirection;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CatalogCodecTest {
  private static final EnumType COLOUR = EnumType.create(100, "colour", List.of("red", "green"));
  private static final Map<Integer, EnumType> ENUMS = Map.of(100, COLOUR);
  private static final Key TABLE_KEY = CatalogLayout.tableKey(101);

  @Test
  void shouldEncodeGoldenBytesOfEveryRecord() {
    assertThat(hex(CatalogCodec.encode(new State(7, 103))))
        .isEqualTo("01" + "0700000000000000" + "67000000");
    assertThat(hex(CatalogCodec.encode(BuiltIns.PUBLIC_ID, COLOUR)))
        .isEqualTo(
            "01"
                + "0600636f6c6f7572"
                + "02000000"
                + "00000000"
                + "0300726564"
                + "00000001"
                + "0500677265656e");
    assertThat(hex(CatalogCodec.encode(smallTable())))
        .isEqualTo(
            "01"
                + "010074"
                + "0200"
                // version 1: id BIGINT, n NUMERIC(12,2) NULL; key id descending; one family
                + "0100"
                + "0200"
                + "01000000"
                + "02006964"
                + "04"
                + "00"
                + "02000000"
                + "01006e"
                + "0e0c02"
                + "01"
                + "01"
                + "01000000"
                + "01"
                + "01"
                + "00"
                + "07007072696d617279"
                + "0100"
                + "02000000"
                // version 2: with a third column, c colour DEFAULT 'green'
                + "0200"
                + "0300"
                + "01000000"
                + "02006964"
                + "04"
                + "00"
                + "02000000"
                + "01006e"
                + "0e0c02"
                + "01"
                + "03000000"
                + "010063"
                + "1164000000"
                + "02"
                + "00000001"
                + "01"
                + "01000000"
                + "01"
                + "01"
                + "00"
                + "07007072696d617279"
                + "0200"
                + "02000000"
                + "03000000");
  }

  @Test
  void shouldEncodeDefaultsAfterTheSchemaVersions() {
    TableDescriptor plain = smallTable();
    TableDescriptor table =
        new TableDescriptor(
            plain.id(),
            plain.objectName(),
            plain.history(),
            TableProperties.ofDefaults(Map.of(2, "1 + 0.5")),
            TableConstraints.NONE);
    byte[] record = CatalogCodec.encode(table);
    assertThat(hex(record))
        .isEqualTo(
            hex(CatalogCodec.encode(plain)) + "0100" + "02000000" + "0700" + "31202b20302e35");
    assertThat(CatalogCodec.decodeTable(TABLE_KEY, record, ENUMS)).isEqualTo(table);
    int versionsEnd = CatalogCodec.encode(plain).length;
    for (int length = versionsEnd + 1; length < record.length; length++) {
      assertCorrupt(Arrays.copyOf(record, length));
    }
  }

  @Test
  void shouldEncodeGoldenBytesOfEveryKey() {
    assertThat(CatalogLayout.STATE_KEY.bytes()).asString().isEqualTo("catalog/state");
    assertThat(hex(CatalogLayout.enumKey(100).bytes()))
        .isEqualTo(
            hex("catalog/enum/".getBytes(java.nio.charset.StandardCharsets.US_ASCII)) + "00000064");
    assertThat(CatalogLayout.idOf(TABLE_KEY)).isEqualTo(101);
    assertThat(CatalogLayout.tableSpan().contains(TABLE_KEY)).isTrue();
    assertThat(CatalogLayout.enumSpan().contains(TABLE_KEY)).isFalse();
  }

  @Test
  void shouldDecodeEveryTypeAndDefault() {
    TableDescriptor table = tableOfAllTypes();
    TableDescriptor read = CatalogCodec.decodeTable(TABLE_KEY, CatalogCodec.encode(table), ENUMS);
    assertThat(read).isEqualTo(table);
    for (int schemaId : new int[] {BuiltIns.PUBLIC_ID, 105}) {
      byte[] record = CatalogCodec.encode(schemaId, COLOUR);
      assertThat(CatalogCodec.decodeEnum(CatalogLayout.enumKey(100), record))
          .isEqualTo(new CatalogCodec.EnumRecord(schemaId, COLOUR));
    }
    State state = new State(Long.MAX_VALUE, Integer.MAX_VALUE);
    assertThat(CatalogCodec.decodeState(CatalogLayout.STATE_KEY, CatalogCodec.encode(state)))
        .isEqualTo(state);
  }

  @Test
  void shouldRejectARecordTruncatedAtAnyByte() {
    byte[] whole = CatalogCodec.encode(tableOfAllTypes());
    for (int length = 0; length < whole.length; length++) {
      assertCorrupt(Arrays.copyOf(whole, length));
    }
    assertCorrupt(Arrays.copyOf(whole, whole.length + 1));
  }

  @Test
  void shouldRejectOrDecodeRandomlyCorruptedRecords() {
    long seed = Seed.of("CatalogCodecTest");
    Random random = new Random(seed);
    byte[] whole = CatalogCodec.encode(tableOfAllTypes());
    for (int i = 0; i < 5_000; i++) {
      byte[] junk = whole.clone();
      for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
        junk[random.nextInt(junk.length)] = (byte) random.nextInt();
      }
      try {
        CatalogCodec.decodeTable(TABLE_KEY, junk, ENUMS);
      } catch (ColonnadeException e) {
        assertThat(e.code()).as("seed=" + seed).isEqualTo(ErrorCode.STORE_CORRUPT);
      }
    }
  }

  private static void assertCorrupt(byte[] record) {
    assertThatExceptionOfType(ColonnadeException.class)
        .as("length=" + record.length)
        .isThrownBy(() -> CatalogCodec.decodeTable(TABLE_KEY, record, ENUMS))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }

  @Test
  void shouldEncodeIndexesAndConstraints() {
    TableConstraints constraints =
        TableConstraints.NONE
            .withKeyName("my_key")
            .withIndex(
                "t_a",
                new Index.Definition(
                    IndexKind.UNIQUE,
                    List.of(KeyColumn.descending(2), KeyColumn.ascending(IndexExpression.idAt(0))),
                    List.of(3),
                    List.of(
                        new IndexExpression(
                            "lower", "LOWER(b)", "lower(b)", ColumnType.Plain.TEXT, List.of(3))),
                    new Index.Predicate("a > 0", List.of(2))),
                IndexState.BUILDING)
            .withIndex(
                "t_b",
                Index.Definition.of(IndexKind.UNIQUE, List.of(KeyColumn.ascending(3)))
                    .withNullsDistinct(false),
                IndexState.READY)
            .withCheck(new CheckConstraint("t_check", "a < 10", List.of(2), false, true))
            .withForeignKey(
                new ForeignKey(
                    "t_fk",
                    List.of(2),
                    new ForeignKey.Target(100, List.of(1)),
                    new ForeignKey.Actions(ReferentialAction.CASCADE, ReferentialAction.SET_NULL),
                    ConstraintTiming.INITIALLY_DEFERRED,
                    true));
    TableDescriptor table = withConstraints(constraints);
    assertThat(CatalogCodec.encode(table)[0])
        .isEqualTo((byte) CatalogLayout.FORMAT_WITH_CONSTRAINTS);
    requireDecoded(table);
  }

  @Test
  void shouldEncodeConstraintsThatAreNotValidOrNotInherited() {
    TableConstraints constraints =
        TableConstraints.NONE
            .withCheck(new CheckConstraint("c", "a < 10", List.of(2), false, true))
            .withCheck(new CheckConstraint("invalid", "a < 10", List.of(2), false, false))
            .withCheck(new CheckConstraint("own", "a < 10", List.of(2), true, true))
            .withCheck(new CheckConstraint("both", "a < 10", List.of(2), true, false))
            .withForeignKey(
                new ForeignKey(
                    "t_fk",
                    List.of(2),
                    new ForeignKey.Target(100, List.of(1)),
                    new ForeignKey.Actions(ReferentialAction.CASCADE, ReferentialAction.SET_NULL),
                    ConstraintTiming.NOT_DEFERRABLE,
                    false));
    TableDescriptor table = withConstraints(constraints);
    byte[] record = CatalogCodec.encode(table);
    assertThat(record[0]).isEqualTo((byte) CatalogLayout.FORMAT_SECTIONS);
    requireDecoded(table);
    TableConstraints validated = constraints;
    for (String name : List.of("invalid", "both", "t_fk")) {
      validated = validated.withValidated(name);
    }
    requireDecoded(withConstraints(validated));
    for (byte flags : new byte[] {0, 4}) {
      byte[] wrong = record.clone();
      wrong[wrong.length - 1] = flags;
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> CatalogCodec.decodeTable(TABLE_KEY, wrong, ENUMS));
    }
  }

  private static TableDescriptor withConstraints(TableConstraints constraints) {
    TableDescriptor plain = smallTable();
    return new TableDescriptor(
        plain.id(), plain.objectName(), plain.history(), TableProperties.NONE, constraints);
  }

  private static void requireDecoded(TableDescriptor table) {
    byte[] record = CatalogCodec.encode(table);
    assertThat(CatalogCodec.decodeTable(TABLE_KEY, record, ENUMS)).isEqualTo(table);
    for (int cut = 0; cut < record.length; cut++) {
      byte[] shorter = Arrays.copyOf(record, cut);
      assertThatExceptionOfType(ColonnadeException.class)
          .as("cut=%d", cut)
          .isThrownBy(() -> CatalogCodec.decodeTable(TABLE_KEY, shorter, ENUMS));
    }
  }

  @Test
  void shouldEncodeThePlaceOfRowsThatMoveOrHaveMoved() {
    TableSchema schema =
        TableSchema.builder()
            .nullable("a", Plain.INTEGER)
            .nullable("b", Plain.TEXT)
            .required(Column.HIDDEN_KEY, Plain.BIGINT)
            .key(Column.HIDDEN_KEY)
            .build();
    TableDescriptor before = new TableDescriptor(101, "t", new SchemaHistory(schema));
    TableDescriptor moving =
        before
            .withConstraints(
                TableConstraints.NONE.withIndex(
                    "t_b",
                    Index.Definition.of(IndexKind.PLAIN, List.of(KeyColumn.ascending(2))),
                    IndexState.READY))
            .moving("t_pkey", List.of(KeyColumn.descending(1)));
    TableDescriptor moved = moving.moved(1L << 60);
    assertThat(moved.rows().obsoleteIds()).containsExactlyInAnyOrder(0, 1);
    assertThat(moved.constraints().indexes()).extracting(Index::id).containsExactly(3);
    TableDescriptor hidden = moved.moving("t_pkey", List.of()).moved(1L << 61);
    assertThat(hidden.constraints().indexes()).extracting(Index::name).contains("t_b", "t_pkey");
    for (TableDescriptor table :
        List.of(moving, moving.withoutMove(), moved, moved.withoutObsoleteRows(), hidden)) {
      byte[] record = CatalogCodec.encode(table);
      assertThat(CatalogCodec.decodeTable(TABLE_KEY, record, ENUMS)).isEqualTo(table);
      for (int cut = 0; cut < record.length; cut++) {
        assertCorrupt(Arrays.copyOf(record, cut));
      }
    }
  }

  private static TableDescriptor smallTable() {
    TableSchema first =
        TableSchema.builder()
            .required("id", Plain.BIGINT)
            .nullable("n", ColumnType.numeric(12, 2))
            .key("id", SortDirection.DESCENDING)
            .build();
    SchemaHistory history =
        new SchemaHistory(first).addColumn("c", ColumnType.enumerated(COLOUR), false, "green");
    return new TableDescriptor(101, "t", history);
  }

  private static TableDescriptor tableOfAllTypes() {
    TableSchemaBuilder builder = TableSchema.builder();
    for (Plain type : Plain.values()) {
      builder.nullable("plain_" + type, type);
    }
    TableSchema first =
        builder
            .required("varchar", ColumnType.varchar(10))
            .required("char", ColumnType.character(5))
            .key("varchar")
            .key("char", SortDirection.DESCENDING)
            .family("a", "plain_TEXT")
            .family("b", "plain_BYTEA", "plain_UUID")
            .build();
    SchemaHistory history =
        new SchemaHistory(first)
            .addColumn("d1", Plain.BOOLEAN, false, true)
            .addColumn("d2", Plain.SMALLINT, false, (short) -2)
            .addColumn("d3", Plain.INTEGER, false, -3)
            .addColumn("d4", Plain.BIGINT, false, -4L)
            .addColumn("d5", Plain.REAL, false, -0.5f)
            .addColumn("d6", Plain.DOUBLE, false, 1e300)
            .addColumn("d7", ColumnType.numeric(10, 3), false, new BigDecimal("1.234"))
            .addColumn("d8", ColumnType.numeric(38, 3), true, new BigDecimal("-1e34"))
            .addColumn("d9", Plain.TEXT, true, "Größe")
            .addColumn("d10", Plain.BYTEA, true, new byte[] {0, 1, -1}, 1)
            .addColumn("d11", Plain.DATE, true, LocalDate.of(2026, 1, 2))
            .addColumn("d12", Plain.TIME, true, LocalTime.of(1, 2, 3))
            .addColumn("d13", Plain.TIMESTAMP, true, LocalDateTime.of(2026, 1, 2, 3, 4))
            .addColumn("d14", Plain.TIMESTAMPTZ, true, Instant.ofEpochSecond(5))
            .addColumn("d15", Plain.UUID, true, new UUID(-1, 2))
            .addColumn("d16", ColumnType.enumerated(COLOUR), true, "green")
            .dropColumn("plain_REAL");
    return new TableDescriptor(101, "all types", history);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
