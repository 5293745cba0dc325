package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.FamilyDefinition;
import dev.colonnade.protocol.schema.FamilyDescription;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDescription;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.protocol.schema.SchemaVersion;
import dev.colonnade.protocol.schema.SortOrder;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.TableDescription;
import dev.colonnade.protocol.schema.WireEnumLabel;
import dev.colonnade.protocol.schema.WireKind;
import dev.colonnade.protocol.schema.WireType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** Generator of valid types, columns and tables. */
final class RandomSchemas {
  private static final List<WireKind> KINDS = List.of(WireKind.values());

  private static final int[] CODE_POINTS = {'a', 'Z', '_', ' ', 0xE9, 0x20AC, 0x1F600};

  private final Random random;

  RandomSchemas(Random random) {
    this.random = random;
  }

  WireType type() {
    WireKind kind = KINDS.get(random.nextInt(KINDS.size()));
    return switch (kind) {
      case NUMERIC -> {
        int precision = 1 + random.nextInt(WireType.NUMERIC_PRECISION_MAX);
        yield WireType.numeric(precision, random.nextInt(precision + 1));
      }
      case VARCHAR -> WireType.varchar(1 + random.nextInt(1000));
      case CHAR -> WireType.character(1 + random.nextInt(1000));
      case ENUM -> WireType.enumeration("e" + random.nextInt(10), labels());
      case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, TEXT, BYTEA ->
          new WireType(kind, 0, 0, 0, "", List.of());
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID -> new WireType(kind, 0, 0, 0, "", List.of());
    };
  }

  Literal literal() {
    return switch (random.nextInt(7)) {
      case 0 -> new Literal.OfBoolean(random.nextBoolean());
      case 1 -> new Literal.OfLong(random.nextLong());
      case 2 -> new Literal.OfDouble(random.nextGaussian());
      case 3 ->
          new Literal.OfDecimal(
              new BigDecimal(new BigInteger(1 + random.nextInt(200), random), random.nextInt(50)));
      case 4 -> new Literal.OfText(text());
      case 5 -> new Literal.OfBytes(bytes());
      default -> new Literal.OfUuid(new UUID(random.nextLong(), random.nextLong()));
    };
  }

  TableDefinition definition() {
    List<ColumnDefinition> columns = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(6); i++) {
      columns.add(column("c" + i));
    }
    SortOrder order = random.nextBoolean() ? SortOrder.ASCENDING : SortOrder.DESCENDING;
    return new TableDefinition(
        "t" + text(),
        columns,
        List.of(new KeyColumnDefinition("c0", order)),
        random.nextBoolean() ? List.of() : List.of(new FamilyDefinition("f", List.of("c0"))));
  }

  TableDescription description() {
    List<SchemaVersion> versions = new ArrayList<>();
    for (int version = 1; version <= 1 + random.nextInt(3); version++) {
      List<ColumnDescription> columns = new ArrayList<>();
      for (int id = 1; id <= 1 + random.nextInt(5); id++) {
        columns.add(new ColumnDescription(id, column("c" + id)));
      }
      versions.add(new SchemaVersion(version, columns, families(columns.size())));
    }
    return new TableDescription(
        random.nextInt(),
        "t" + text(),
        List.of(new KeyColumnDescription(1, SortOrder.DESCENDING)),
        versions);
  }

  private List<FamilyDescription> families(int columnCount) {
    List<Integer> stored = new ArrayList<>();
    for (int id = columnCount; id > 1; id--) {
      stored.add(id);
    }
    return random.nextBoolean()
        ? List.of(new FamilyDescription(0, text(), stored))
        : List.of(new FamilyDescription(0, "f", List.of()), new FamilyDescription(2, "", stored));
  }

  ColumnDefinition column(String name) {
    return new ColumnDefinition(
        name,
        type(),
        random.nextBoolean(),
        random.nextBoolean() ? Optional.of(literal()) : Optional.empty());
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.appendCodePoint(CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  Bytes bytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return Bytes.copyOf(bytes);
  }

  private List<WireEnumLabel> labels() {
    List<WireEnumLabel> labels = new ArrayList<>();
    int rank = random.nextInt(100) - 50;
    for (int i = random.nextInt(4); i > 0; i--) {
      labels.add(new WireEnumLabel(rank, text()));
      rank += 1 + random.nextInt(1000);
    }
    return labels;
  }
}
