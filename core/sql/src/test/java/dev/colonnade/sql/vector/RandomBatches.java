package dev.colonnade.sql.vector;

import dev.colonnade.sql.function.array.ZeroBasedArray;
import dev.colonnade.sql.function.value.Ranges;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.Interval;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.SpecialNumeric;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Random types, values and batches for tests: few distinct values, edge cases, many NULLs. */
public final class RandomBatches {
  private final Random random;

  public RandomBatches(long seed) {
    this.random = new Random(seed);
  }

  /** Returns types of all forms. */
  public static List<VectorType> allTypes() {
    List<VectorType> types = new ArrayList<>();
    for (TypeKind kind : TypeKind.values()) {
      if (kind != TypeKind.VOID && kind != TypeKind.UNKNOWN) {
        types.add(VectorType.of(kind));
      }
    }
    types.add(VectorType.decimal(0));
    types.add(VectorType.decimal(2));
    types.add(VectorType.decimal(4));
    return types;
  }

  /** Returns {@code count} random types. */
  public List<VectorType> types(int count) {
    List<VectorType> all = allTypes();
    List<VectorType> types = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      types.add(all.get(random.nextInt(all.size())));
    }
    return types;
  }

  /** Returns a random batch, sometimes with a selection. */
  public VectorBatch batch(List<VectorType> types, int rowCount) {
    boolean isSelected = rowCount > 0 && random.nextInt(3) == 0;
    int baseCount = isSelected ? rowCount * 2 : rowCount;
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      boolean hasNulls = random.nextBoolean();
      boolean hasLargeNumbers = random.nextInt(4) == 0;
      @Nullable Object[] values = new @Nullable Object[baseCount];
      for (int row = 0; row < baseCount; row++) {
        values[row] =
            hasNulls && random.nextInt(5) == 0 ? null : value(types.get(i), hasLargeNumbers);
      }
      columns[i] = VectorBuilder.vectorOf(values, types.get(i));
    }
    VectorBatch base = new VectorBatch(baseCount, columns);
    if (!isSelected) {
      return base;
    }
    int[] rows = new int[rowCount];
    Arrays.setAll(rows, i -> random.nextInt(baseCount));
    return base.gather(rows, rowCount);
  }

  private Object value(VectorType type, boolean isLarge) {
    if (type.kind() == TypeKind.NUMERIC && type.form() == VectorType.Form.LONG) {
      BigDecimal number = BigDecimal.valueOf(random.nextInt(400) - 200, type.scale());
      return isLarge && random.nextInt(10) == 0
          ? new BigDecimal("12345678901234567890").setScale(type.scale())
          : number;
    }
    return value(type.kind());
  }

  /** Returns a random value of a kind in its internal representation. */
  public Object value(TypeKind kind) {
    if (kind.isOid()) {
      return (long) random.nextInt(50);
    }
    return switch (kind) {
      case BOOLEAN -> random.nextBoolean();
      case SMALLINT -> (short) (random.nextInt(20) - 10);
      case INTEGER, DATE -> random.nextInt(10) == 0 ? random.nextInt() : random.nextInt(50);
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ ->
          random.nextInt(10) == 0 ? random.nextLong() : (Long) (long) random.nextInt(50);
      case REAL -> pick(0f, -0f, 1f, 1.5f, -2f, Float.NaN, Float.NEGATIVE_INFINITY, 1e30f);
      case DOUBLE -> pick(0d, -0d, 1d, 1.5, -2d, Double.NaN, Double.POSITIVE_INFINITY, 1e300);
      case NUMERIC -> pick(numbers());
      case TEXT, VARCHAR, NAME, BYTE_CHAR, JSON -> text();
      case CHAR -> pick("a", "a  ", "a\t", "b", "");
      case BYTEA -> Bytes.of(text().getBytes(java.nio.charset.StandardCharsets.UTF_8));
      case UUID -> new UUID(random.nextInt(3) - 1L, random.nextInt(3) - 1L);
      case INTERVAL ->
          new Interval(
              random.nextInt(2), 30 * random.nextInt(3), pick(0L, Interval.MICROS_PER_DAY, -1L));
      case JSONB -> pick("1", "1.0", "1.00", "[1, 2.50]", "[1.0, 2.5]", "{\"a\": 0.0}", "\"1.0\"");
      case TIMETZ -> new TimeWithZone(random.nextInt(3), 3600 * random.nextInt(2));
      case BIT, VARBIT -> pick("", "0", "1", "01", "10", "100");
      case ARRAY -> array();
      case INT4RANGE, INT8RANGE, NUMRANGE, TSRANGE, TSTZRANGE, DATERANGE -> range(kind);
      case INT4MULTIRANGE,
          INT8MULTIRANGE,
          NUMMULTIRANGE,
          TSMULTIRANGE,
          TSTZMULTIRANGE,
          DATEMULTIRANGE ->
          Ranges.setOf(List.of(range(kind), range(kind)));
      case VOID, UNKNOWN -> "";
      default -> base(Objects.requireNonNull(kind.base()));
    };
  }

  private BaseValue base(BaseType type) {
    return switch (type) {
      case MONEY -> type.parse(pick("1", "-1", "1000.5"));
      case INET -> type.parse(pick("1.2.3.4", "1.2.3.4/8", "1.0.0.0/8", "::1"));
      case CIDR -> type.parse(pick("10.0.0.0/8", "10.0.0.0/9", "::/0"));
      case MACADDR, MACADDR8 -> type.parse(pick("08:00:2b:01:02:03", "f8:00:2b:01:02:03"));
      case POINT -> type.parse(pick("1,2", "1,3"));
      case LINE -> type.parse(pick("{1,2,3}", "{1,2,4}"));
      case LSEG, BOX -> type.parse(pick("1,2,3,4", "1,2,3,5"));
      case PATH, POLYGON -> type.parse(pick("1,2,3,4", "1,2"));
      case CIRCLE -> type.parse(pick("1,2,3", "1,2,4"));
      case XML -> type.parse(pick("<a/>", "<a></a>", ""));
      case JSONPATH -> type.parse(pick("$", "$.a", "strict $.a"));
    };
  }

  private RangeValue range(TypeKind kind) {
    TypeKind bound = Objects.requireNonNull(kind.boundKind());
    Object one = value(bound);
    Object other = value(bound);
    // Days are any integers, also such that no date follows.
    boolean isCanonical = bound == TypeKind.DATE;
    boolean isOrdered = SqlValueComparator.compare(one, other) <= 0;
    return Ranges.of(
        bound,
        isOrdered ? one : other,
        random.nextInt(4) == 0 ? null : isOrdered ? other : one,
        isCanonical || random.nextBoolean(),
        !isCanonical && random.nextBoolean());
  }

  private BigDecimal[] numbers() {
    return new BigDecimal[] {
      new BigDecimal("1"),
      new BigDecimal("1.00"),
      new BigDecimal("-1.5"),
      new BigDecimal("1E+3"),
      new BigDecimal("1000.0"),
      new BigDecimal("0.000"),
      new BigDecimal("9223372036854775807"),
      new BigDecimal("9223372036854775808"),
      new BigDecimal("9223372036854775808.00"),
      new BigDecimal("1e-200"),
      new BigDecimal("123456789012345678901234567890.5"),
      SpecialNumeric.NAN,
      SpecialNumeric.INFINITY,
      SpecialNumeric.MINUS_INFINITY,
    };
  }

  private String text() {
    return random.nextInt(20) == 0
        ? "x".repeat(random.nextInt(3000))
        : pick(
            "", "a", "b", "ab", "ab\0", "abcdefgh", "abcdefghi", "é", "😀", "\uFFFD", "abcdefgi");
  }

  private List<?> array() {
    return pick(
        List.of(),
        List.of(1, 2),
        List.of(1, 2, 3),
        Arrays.asList(1, null),
        ArrayValue.of(ArrayShape.of(new int[] {2, 2}, new int[] {1, 1}), List.of(1, 2, 3, 4)),
        ArrayValue.of(ArrayShape.of(new int[] {1, 3}, new int[] {1, 1}), List.of(1, 2, 3)),
        new ZeroBasedArray(List.of((short) 1, (short) 2)));
  }

  @SafeVarargs
  private <T> T pick(T... values) {
    return values[random.nextInt(values.length)];
  }

  /** Returns the rows of batches as lists of values in their internal representation. */
  public static List<List<@Nullable Object>> rows(
      List<VectorBatch> batches, List<VectorType> types) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (VectorBatch batch : batches) {
      for (int row = 0; row < batch.rowCount(); row++) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
          values.add(batch.column(i).held(row, types.get(i)));
        }
        rows.add(values);
      }
    }
    return rows;
  }
}
