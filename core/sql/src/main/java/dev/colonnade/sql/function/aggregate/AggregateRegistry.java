package dev.colonnade.sql.function.aggregate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Registry of the aggregate functions of this project, by name. */
public final class AggregateRegistry {
  /**
   * Definition of an aggregate function.
   *
   * @param argumentCount or {@link #ANY_COUNT}
   * @param result returns the result type of argument types
   */
  record Definition(
      String name,
      int argumentCount,
      Function<List<SqlType>, SqlType> result,
      Supplier<GroupAccumulator> accumulators) {}

  /** Name suffix of the DISTINCT variant, which returns the values in ascending order. */
  public static final String DISTINCT = " distinct";

  /** Name suffix of the DISTINCT variant in descending order. */
  public static final String DISTINCT_DESCENDING = " distinct desc";

  /** Name suffix of ordered-set aggregates with values in descending order. */
  public static final String DESCENDING = " desc";

  /** Value of the first row; occurs in plans only. */
  public static final String FIRST_ROW = "first row";

  /** Row count, NULL if there are no rows; occurs in plans only. */
  public static final String ROW_COUNT = "row count";

  /** {@code json_agg} of rows and arrays, with one line for each; occurs in plans only. */
  public static final String JSON_LINES = "json_agg of lines";

  /** {@code array_agg} of arrays; occurs in plans only. */
  public static final String NESTED_ARRAYS = "array_agg of arrays";

  /** Count of distinct rows of values, NULLs included; occurs in plans only. */
  public static final String DISTINCT_ROWS = "distinct rows";

  /** Argument count of a variadic aggregate. */
  static final int ANY_COUNT = -1;

  private static final Map<String, Definition> DEFINITIONS = new HashMap<>();

  static {
    lists();
    variances();
    pairs();
    orders();
    add("json_agg", 1, fixed(TypeKind.JSON), () -> new JsonAccumulator(false, false));
    add(JSON_LINES, 1, fixed(TypeKind.JSON), JsonAccumulator::ofLines);
    add("jsonb_agg", 1, fixed(TypeKind.JSONB), () -> new JsonAccumulator(false, true));
    add("json_object_agg", 2, fixed(TypeKind.JSON), () -> new JsonAccumulator(true, false));
    add("jsonb_object_agg", 2, fixed(TypeKind.JSONB), () -> new JsonAccumulator(true, true));
    add(FIRST_ROW, 1, same(), () -> new FirstRowAccumulator(false));
    add(ROW_COUNT, 1, fixed(TypeKind.BIGINT), () -> new FirstRowAccumulator(true));
    add("sum interval", 1, same(), () -> new IntervalAccumulator(false));
    add("sum money", 1, same(), StandardAccumulators.MoneySum::new);
    add("avg interval", 1, same(), () -> new IntervalAccumulator(true));
  }

  private AggregateRegistry() {}

  private static void lists() {
    Function<List<SqlType>, SqlType> array = types -> SqlType.arrayOf(types.getFirst());
    add("array_agg", 1, array, () -> new ArrayAccumulator(ArrayAccumulator.Order.INSERTION));
    add(
        "array_agg" + DISTINCT,
        1,
        array,
        () -> new ArrayAccumulator(ArrayAccumulator.Order.ASCENDING));
    add(
        "array_agg" + DISTINCT_DESCENDING,
        1,
        array,
        () -> new ArrayAccumulator(ArrayAccumulator.Order.DESCENDING));
    Function<List<SqlType>, SqlType> text = fixed(TypeKind.TEXT);
    add("range_agg", 1, same(), () -> new RangeAccumulator(false));
    add("range_intersect_agg", 1, same(), () -> new RangeAccumulator(true));
    add(NESTED_ARRAYS, 1, same(), NestedArrayAccumulator::new);
    add("string_agg", 2, text, () -> new TextAccumulator(ArrayAccumulator.Order.INSERTION));
    add(
        "string_agg" + DISTINCT,
        2,
        text,
        () -> new TextAccumulator(ArrayAccumulator.Order.ASCENDING));
    add(
        "string_agg" + DISTINCT_DESCENDING,
        2,
        text,
        () -> new TextAccumulator(ArrayAccumulator.Order.DESCENDING));
  }

  private static void variances() {
    Function<List<SqlType>, SqlType> result =
        types ->
            SqlType.of(types.getFirst().kind().isFloating() ? TypeKind.DOUBLE : TypeKind.NUMERIC);
    for (VarianceAccumulator.Form form : VarianceAccumulator.Form.values()) {
      for (String name : form.names()) {
        add(name, 1, ofNumbers(name, result), () -> new VarianceAccumulator(form));
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
    for (RegressionAccumulator.Form form : RegressionAccumulator.Form.values()) {
      TypeKind kind =
          form == RegressionAccumulator.Form.REGR_COUNT ? TypeKind.BIGINT : TypeKind.DOUBLE;
      add(form.sqlName(), 2, fixed(kind), () -> new RegressionAccumulator(form));
    }
  }

  private static void orders() {
    Function<List<SqlType>, SqlType> second = types -> forEach(types, types.getLast());
    add("percentile_cont", 2, AggregateRegistry::between, () -> new PercentileAccumulator(true));
    add("percentile_disc", 2, second, () -> new PercentileAccumulator(false));
    add(
        "percentile_cont" + DESCENDING,
        2,
        AggregateRegistry::between,
        () -> new PercentileAccumulator(true));
    add("percentile_disc" + DESCENDING, 2, second, () -> new PercentileAccumulator(false));
    add("mode", 1, same(), ModeAccumulator::new);
    add("mode" + DESCENDING, 1, same(), ModeAccumulator::new);
    add(DISTINCT_ROWS, ANY_COUNT, fixed(TypeKind.BIGINT), DistinctCountAccumulator::new);
  }

  /** Returns whether NULL changes the result of the function, whose first argument it is. */
  public static boolean addsNulls(String function) {
    return function.startsWith("array_agg") || function.startsWith("json");
  }

  /**
   * Returns whether the function needs the values of its last argument in order, without NULLs, and
   * their number: descending if its name ends with {@link #DESCENDING}.
   */
  public static boolean isOrderedSet(String function) {
    return function.startsWith("percentile_cont")
        || function.startsWith("percentile_disc")
        || function.equals("mode")
        || function.equals("mode" + DESCENDING);
  }

  /** Returns the result type of percentile_cont, which interpolates numbers and intervals only. */
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

  /** Returns an array type if the first argument is an array of fractions. */
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
      Supplier<GroupAccumulator> accumulators) {
    DEFINITIONS.put(name, new Definition(name, argumentCount, result, accumulators));
  }

  private static Definition require(String name) {
    Definition definition = DEFINITIONS.get(name);
    if (definition == null) {
      throw new IllegalArgumentException("no such aggregate: name=" + name);
    }
    return definition;
  }

  /** Returns a new accumulator of the aggregate of this name. */
  public static GroupAccumulator start(String name) {
    return require(name).accumulators().get();
  }

  /**
   * Returns a new accumulator of an aggregate of this name or of a standard aggregate: {@code
   * count}, {@code sum}, {@code avg}, {@code min} and so on.
   *
   * @param result kind of the result
   */
  public static GroupAccumulator start(String name, TypeKind result) {
    GroupAccumulator standard = StandardAccumulators.start(name, result);
    return standard == null ? start(name) : standard;
  }

  /** Returns all definitions. */
  static Collection<Definition> definitions() {
    return DEFINITIONS.values();
  }
}
