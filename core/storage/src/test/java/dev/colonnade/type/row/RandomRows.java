package dev.colonnade.type.row;

import dev.colonnade.key.SortDirection;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.Interval;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.Money;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Generator of random types, values, schemas and rows, with a preference for boundary values. */
public final class RandomRows {
  public static final EnumType COLOR =
      EnumType.create(3, "color", List.of("red", "green", "blue"))
          .withBefore("infrared", "red")
          .withAfter("yellow", "green");

  private static final String[] CHARACTERS = {
    "\0",
    "\1",
    "a",
    "b",
    "\u007f",
    "\u0080",
    "é",
    "\u07ff",
    "\u0800",
    "€",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\ud800\udc00",
    "\ud83d\ude00",
    "\udbff\udfff",
    " "
  };
  private static final int[] BYTES = {0x00, 0x01, 0x02, 0x7F, 0x80, 0xFE, 0xFF};

  private final Random random;

  public RandomRows(Random random) {
    this.random = random;
  }

  public ColumnType type() {
    Plain[] plain = Plain.values();
    int choice = random.nextInt(plain.length + 5);
    return switch (choice - plain.length) {
      case 0 -> ColumnType.varchar(1 + random.nextInt(20));
      case 1 -> ColumnType.character(1 + random.nextInt(20));
      case 2 -> ColumnType.enumerated(COLOR);
      case 3, 4 -> {
        int precision = 1 + random.nextInt(Numeric.PRECISION_MAX);
        yield ColumnType.numeric(precision, random.nextInt(precision + 1));
      }
      default -> plain[choice];
    };
  }

  /** Returns a value in its stored form. */
  public Object value(ColumnType type) {
    return StoredForm.normalized(type, rawValue(type));
  }

  private Object rawValue(ColumnType type) {
    return switch (type) {
      case Plain.BOOLEAN -> random.nextBoolean();
      case Plain.SMALLINT -> (short) integer();
      case Plain.INTEGER -> (int) integer();
      case Plain.BIGINT -> integer();
      case Plain.REAL -> (float) floating();
      case Plain.DOUBLE -> floating();
      case Plain.TEXT -> text(12);
      case Plain.BYTEA -> bytes(12);
      case Plain.DATE -> {
        int days = (int) integer();
        yield LocalDate.ofEpochDay(days);
      }
      case Plain.TIME -> LocalTime.ofNanoOfDay(Math.floorMod(integer(), 86_400_000_000L) * 1_000);
      case Plain.TIMESTAMP -> instant().atOffset(ZoneOffset.UTC).toLocalDateTime();
      case Plain.TIMESTAMPTZ -> instant();
      case Plain.UUID -> new UUID(integer(), integer());
      case Numeric numeric -> decimal(numeric);
      case Varchar varchar -> text(varchar.length());
      case Char character -> text(character.length());
      case Enumerated enumerated ->
          enumerated.type().labels().get(random.nextInt(enumerated.type().labels().size())).label();
      case Packed packed -> packed(packed);
      case ColumnType.Composite(CompositeType row) -> {
        List<@Nullable Object> values = new ArrayList<>();
        row.attributes().forEach(attribute -> values.add(valueOrNull(attribute.type(), true)));
        yield values;
      }
    };
  }

  private Object packed(Packed type) {
    return switch (type.kind()) {
      case INTERVAL -> new Interval((int) integer(), (int) integer(), integer());
      case NUMERIC -> BigDecimal.valueOf(integer(), random.nextInt(20));
      case JSON, JSONB -> "[" + integer() + "]";
      case TIMETZ ->
          new TimeWithZone(
              Math.floorMod(integer(), 86_400_000_001L), random.nextInt(115_201) - 57_600);
      case BIT, VARBIT -> Long.toBinaryString(integer());
      case ARRAY -> {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          elements.add(valueOrNull(type.elementType(), true));
        }
        yield ArrayValue.of(shape(elements.size()), elements);
      }
      case RANGE -> range(type.elementType());
      case MULTIRANGE -> new MultirangeValue(List.of(range(type.elementType())));
      case BASE ->
          type.baseType() == BaseType.MONEY
              ? new Money(integer())
              : type.baseType().parse("%d.0.0.1".formatted(random.nextInt(256)));
    };
  }

  private ArrayShape shape(int count) {
    return switch (random.nextInt(3)) {
      case 0 -> ArrayShape.ofOne(count, random.nextInt(5) - 2);
      case 1 -> ArrayShape.of(new int[] {count, 1}, new int[] {1, 0});
      default -> ArrayShape.ofOne(count, 1);
    };
  }

  private RangeValue range(ColumnType bound) {
    if (random.nextInt(4) == 0) {
      return RangeValue.EMPTY;
    }
    Object lower = valueOrNull(bound, true);
    Object upper = valueOrNull(bound, true);
    return new RangeValue(
        lower,
        upper,
        lower != null && random.nextBoolean(),
        upper != null && random.nextBoolean(),
        false);
  }

  /** Returns true once in a while. */
  boolean isRare() {
    return random.nextInt(8) == 0;
  }

  public @Nullable Object valueOrNull(ColumnType type, boolean nullable) {
    return nullable && random.nextInt(4) == 0 ? null : value(type);
  }

  /** Returns a small number, a number of random width, or a boundary value of a width. */
  private long integer() {
    long any = random.nextLong() >> random.nextInt(Long.SIZE);
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(5) - 2;
      case 1 -> (Long.MAX_VALUE >> (Short.SIZE * random.nextInt(4))) + random.nextInt(3) - 1;
      default -> any;
    };
  }

  private double floating() {
    double[] edges = {
      0.0,
      -0.0,
      1,
      -1,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      -Double.MIN_VALUE,
      Double.MAX_VALUE,
      Float.MIN_VALUE,
      Float.MAX_VALUE
    };
    return switch (random.nextInt(3)) {
      case 0 -> edges[random.nextInt(edges.length)];
      case 1 -> random.nextGaussian();
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }

  private BigDecimal decimal(Numeric type) {
    int digits = random.nextInt(type.precision() + 1);
    BigInteger magnitude =
        random.nextInt(4) == 0
            ? BigInteger.TEN.pow(digits).subtract(BigInteger.ONE)
            : new BigInteger(4 * digits, random).mod(BigInteger.TEN.pow(digits));
    return new BigDecimal(random.nextBoolean() ? magnitude : magnitude.negate(), type.scale());
  }

  private Instant instant() {
    return Instant.EPOCH.plus(integer(), ChronoUnit.MICROS);
  }

  private String text(int charactersMax) {
    StringBuilder text = new StringBuilder();
    int count = random.nextInt(Math.min(charactersMax, 12) + 1);
    for (int i = 0; i < count; i++) {
      text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }

  private byte[] bytes(int lengthMax) {
    byte[] bytes = new byte[random.nextInt(lengthMax + 1)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) BYTES[random.nextInt(BYTES.length)];
    }
    return bytes;
  }

  KeyPart keyPart() {
    return new KeyPart(type(), random.nextBoolean(), direction());
  }

  private SortDirection direction() {
    return random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING;
  }

  /** Returns a table of one to three families. */
  TableSchema schema() {
    TableSchemaBuilder builder = TableSchema.builder();
    int keyCount = 1 + random.nextInt(3);
    int columnCount = keyCount + random.nextInt(12);
    List<String> others = new ArrayList<>();
    for (int i = 0; i < columnCount; i++) {
      String name = "c" + i;
      if (random.nextBoolean()) {
        builder.nullable(name, type());
      } else {
        builder.required(name, type());
      }
      if (i < keyCount) {
        builder.key(name, direction());
      } else {
        others.add(name);
      }
    }
    if (random.nextBoolean()) {
      builder.family("first").family("second", take(others)).family("third", take(others));
    }
    return builder.build();
  }

  private String[] take(List<String> names) {
    List<String> taken = new ArrayList<>();
    for (int i = random.nextInt(names.size() + 1); i > 0; i--) {
      taken.add(names.remove(random.nextInt(names.size())));
    }
    return taken.toArray(String[]::new);
  }

  /** Returns the same table after one column was added or dropped. */
  public SchemaHistory evolve(SchemaHistory history) {
    TableSchema latest = history.latest();
    List<Column> droppable =
        latest.columns().stream().filter(column -> !latest.isKey(column.id())).toList();
    if (!droppable.isEmpty() && random.nextInt(3) == 0) {
      return history.dropColumn(droppable.get(random.nextInt(droppable.size())).name());
    }
    ColumnType type = type();
    boolean nullable = random.nextBoolean();
    return history.addColumn(
        "v" + (latest.version() + 1),
        type,
        nullable,
        valueOrNull(type, nullable),
        latest.families().get(random.nextInt(latest.families().size())).id());
  }

  /** Returns values for all columns. One row in eight has NULL in every nullable column. */
  public @Nullable Object[] row(TableSchema schema) {
    boolean bare = random.nextInt(8) == 0;
    @Nullable Object[] row = new @Nullable Object[schema.columns().size()];
    for (int i = 0; i < row.length; i++) {
      Column column = schema.columns().get(i);
      row[i] = bare && column.nullable() ? null : valueOrNull(column.type(), column.nullable());
    }
    return row;
  }
}
