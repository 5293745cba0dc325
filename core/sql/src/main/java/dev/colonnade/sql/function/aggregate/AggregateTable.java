package dev.colonnade.sql.function.aggregate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The aggregates of ours by their names. */
public final class AggregateTable {
  /**
   * An aggregate.
   *
   * @param argumentCount or {@link #ANY_COUNT}
   * @param result its type, by the types of the arguments
   */
  record Definition(
      String name,
      int argumentCount,
      Function<List<SqlType>, SqlType> result,
      Supplier<Accumulator> accumulators) {}

  /** What is put behind a name for its form with DISTINCT, which gives its values in order. */
  public static final String DISTINCT = " distinct";

  /** As {@link #DISTINCT}, the greatest first. */
  public static final String DISTINCT_DESCENDING = " distinct desc";

  /** The value of the first row; is in plans only. */
  public static final String FIRST_ROW = "first row";

  /** How many rows there are, NULL if there are none; is in plans only. */
  public static final String ROW_COUNT = "row count";

  /** {@code json_agg} of rows, which has a line for each; is in plans only. */
  public static final String JSON_ROWS = "json_agg of rows";

  /** How many different rows of values there are, NULL among them; is in plans only. */
  public static final String DISTINCT_ROWS = "distinct rows";

  /** The number of arguments of an aggregate that takes any. */
  static final int ANY_COUNT = -1;

  private static final Map<String, Definition> DEFINITIONS = new HashMap<>();
  private static final Map<String, OwnAggregate> AGGREGATES = new HashMap<>();

  static {
    lists();
    moments();
    pairs();
    orders();
    add("json_agg", 1, fixed(TypeKind.JSON), () -> new JsonAccumulator(false, false));
    add(JSON_ROWS, 1, fixed(TypeKind.JSON), JsonAccumulator::ofRows);
    add("jsonb_agg", 1, fixed(TypeKind.JSONB), () -> new JsonAccumulator(false, true));
    add("json_object_agg", 2, fixed(TypeKind.JSON), () -> new JsonAccumulator(true, false));
    add("jsonb_object_agg", 2, fixed(TypeKind.JSONB), () -> new JsonAccumulator(true, true));
    add(FIRST_ROW, 1, same(), () -> new RowAccumulator(false));
    add(ROW_COUNT, 1, fixed(TypeKind.BIGINT), () -> new RowAccumulator(true));
    add("sum interval", 1, same(), () -> new IntervalAccumulator(false));
    add("avg interval", 1, same(), () -> new IntervalAccumulator(true));
    DEFINITIONS.forEach((name, definition) -> AGGREGATES.put(name, new OwnAggregate(definition)));
  }

  private AggregateTable() {}

  private static void lists() {
    Function<List<SqlType>, SqlType> array = types -> SqlType.arrayOf(types.getFirst());
    add("array_agg", 1, array, () -> new ListAccumulator(ListAccumulator.Order.AS_THEY_COME));
    add("array_agg" + DISTINCT, 1, array, () -> new ListAccumulator(ListAccumulator.Order.RISING));
    add(
        "array_agg" + DISTINCT_DESCENDING,
        1,
        array,
        () -> new ListAccumulator(ListAccumulator.Order.FALLING));
    Function<List<SqlType>, SqlType> text = fixed(TypeKind.TEXT);
    add("string_agg", 2, text, () -> new TextAccumulator(ListAccumulator.Order.AS_THEY_COME));
    add("string_agg" + DISTINCT, 2, text, () -> new TextAccumulator(ListAccumulator.Order.RISING));
    add(
        "string_agg" + DISTINCT_DESCENDING,
        2,
        text,
        () -> new TextAccumulator(ListAccumulator.Order.FALLING));
  }

  private static void moments() {
    Function<List<SqlType>, SqlType> result =
        types ->
            SqlType.of(types.getFirst().kind().isFloating() ? TypeKind.DOUBLE : TypeKind.NUMERIC);
    for (SpreadAccumulator.Form form : SpreadAccumulator.Form.values()) {
      for (String name : form.names()) {
        add(name, 1, ofNumbers(name, result), () -> new SpreadAccumulator(form));
      }
    }
  }

  private static Function<List<SqlType>, SqlType> ofNumbers(
      String name, Function<List<SqlType>, SqlType> result) {
    return types -> {
      SqlType type = types.getFirst();
      if (!type.kind().isNumber() && type.kind() != TypeKind.UNKNOWN) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_FUNCTION, "function " + name + "(" + type + ") does not exist");
      }
      return result.apply(types);
    };
  }

  private static void pairs() {
    for (PairAccumulator.Form form : PairAccumulator.Form.values()) {
      TypeKind kind = form == PairAccumulator.Form.REGR_COUNT ? TypeKind.BIGINT : TypeKind.DOUBLE;
      add(form.sqlName(), 2, fixed(kind), () -> new PairAccumulator(form));
    }
  }

  private static void orders() {
    Function<List<SqlType>, SqlType> second = types -> forEach(types, types.getLast());
    add(
        "percentile_cont",
        2,
        AggregateTable::between,
        () -> new PercentileAccumulator(true, false));
    add("percentile_disc", 2, second, () -> new PercentileAccumulator(false, false));
    add(
        "percentile_cont desc",
        2,
        AggregateTable::between,
        () -> new PercentileAccumulator(true, true));
    add("percentile_disc desc", 2, second, () -> new PercentileAccumulator(false, true));
    add("mode", 1, same(), () -> new ModeAccumulator(false));
    add("mode desc", 1, same(), () -> new ModeAccumulator(true));
    add(DISTINCT_ROWS, ANY_COUNT, fixed(TypeKind.BIGINT), DistinctAccumulator::new);
  }

  /** Between two values there are others only of numbers and intervals. */
  private static SqlType between(List<SqlType> types) {
    SqlType value = types.getLast();
    if (value.kind() == TypeKind.INTERVAL) {
      return forEach(types, value);
    }
    if (!value.kind().isNumber() && value.kind() != TypeKind.UNKNOWN) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_FUNCTION,
          "function percentile_cont(%s, %s) does not exist".formatted(types.getFirst(), value));
    }
    return forEach(types, SqlType.of(TypeKind.DOUBLE));
  }

  /** An array of results where an array of fractions is asked for. */
  private static SqlType forEach(List<SqlType> arguments, SqlType one) {
    return arguments.getFirst().kind() == TypeKind.ARRAY ? SqlType.arrayOf(one) : one;
  }

  private static Function<List<SqlType>, SqlType> fixed(TypeKind kind) {
    return _ -> SqlType.of(kind);
  }

  private static Function<List<SqlType>, SqlType> same() {
    return List::getFirst;
  }

  private static void add(
      String name,
      int argumentCount,
      Function<List<SqlType>, SqlType> result,
      Supplier<Accumulator> accumulators) {
    DEFINITIONS.put(name, new Definition(name, argumentCount, result, accumulators));
  }

  private static Definition require(String name) {
    Definition definition = DEFINITIONS.get(name);
    if (definition == null) {
      throw new IllegalArgumentException("no such aggregate: name=" + name);
    }
    return definition;
  }

  /** What collects a group for the aggregate of this name; generated code calls it. */
  public static Accumulator start(String name) {
    return require(name).accumulators().get();
  }

  /** The aggregate of this name; null if there is none of ours. */
  public static @Nullable OwnAggregate find(String name) {
    return AGGREGATES.get(name);
  }
}
