package dev.colonnade.sql.execute.aggregate.accumulator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.aggregate.GroupAccumulator;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import dev.colonnade.sql.vector.key.RowComparator;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Factory of the accumulators of aggregate calls. */
public final class Accumulators {
  private final List<VectorType> types;
  private final SpillContext context;
  private final IntToLongFunction counts;

  /**
   * Creates a factory.
   *
   * @param types types of all columns of the batches
   */
  public Accumulators(List<VectorType> types, SpillContext context) {
    this(types, context, _ -> 0);
  }

  private Accumulators(List<VectorType> types, SpillContext context, IntToLongFunction counts) {
    this.counts = counts;
    this.types = List.copyOf(types);
    this.context = requireNonNull(context, "context is null");
  }

  /**
   * Returns whether states of a call can be {@linkplain Accumulator#merge merged} with the same
   * result as if one had all rows, in any order.
   *
   * @param types types of the columns that the call refers to
   */
  public static boolean isMergeable(AggregateCall call, List<VectorType> types) {
    if (!call.order().isEmpty() || (call.distinct() && !ignoresDuplicates(call.function()))) {
      return false;
    }
    return switch (call.function()) {
      case "count", AggregateRegistry.ROW_COUNT, AggregateRegistry.FIRST_ROW, "grouping" -> true;
      case "sum", "sum0", "avg", "min", "max" ->
          types.get(call.arguments().getFirst()).form() == Form.LONG;
      default -> false;
    };
  }

  /** Creates the state of a call without its filter. */
  public Accumulator create(AggregateCall call) {
    int[] arguments = call.arguments().stream().mapToInt(Integer::intValue).toArray();
    boolean distinct = call.distinct() && !ignoresDuplicates(call.function());
    if (call.function().equals(AggregateRegistry.DISTINCT_ROWS)) {
      return distinct(new CountAccumulator(new int[0], false), arguments);
    }
    List<SortKey> order = ignoresOrder(call, arguments) ? List.of() : call.order();
    if (distinct && order.isEmpty()) {
      int[] shifted = new int[arguments.length];
      for (int i = 0; i < shifted.length; i++) {
        shifted[i] = i + 1;
      }
      Accumulators inner =
          new Accumulators(DistinctAccumulator.rowTypes(arguments, types), context);
      return distinct(inner.plain(call, shifted, true), arguments);
    }
    if (AggregateRegistry.isOrderedSet(call.function())) {
      int values = arguments[arguments.length - 1];
      boolean descending = call.function().endsWith(AggregateRegistry.DESCENDING);
      List<SortKey> keys = List.of(new SortKey(values, descending, false));
      return sorted(call, arguments, keys, values);
    }
    if (!order.isEmpty()) {
      return sorted(call, arguments, order, SortedAccumulator.ALL_ROWS);
    }
    return plain(call, arguments, true);
  }

  private Accumulator sorted(
      AggregateCall call, int[] arguments, List<SortKey> order, int counted) {
    return new SortedAccumulator(
        arguments,
        order,
        call.distinct() && !ignoresDuplicates(call.function()),
        counted,
        types,
        columns ->
            new Accumulators(columns.types(), context, columns.counts())
                .plain(call, columns.arguments(), false),
        context);
  }

  private Accumulator distinct(Accumulator inner, int[] arguments) {
    return new DistinctAccumulator(inner, arguments, types, context);
  }

  private static boolean ignoresDuplicates(String function) {
    return switch (function) {
      case "min", "max", "bool_and", "bool_or", "every", "bit_and", "bit_or", "any_value" -> true;
      default -> false;
    };
  }

  private boolean ignoresOrder(AggregateCall call, int[] arguments) {
    return ignoresDuplicates(call.function())
        || call.function().equals("count")
        || ((call.function().equals("sum") || call.function().equals("avg"))
            && !types.get(arguments[0]).kind().isFloating());
  }

  /** Creates the state of a call without DISTINCT and ORDER BY. */
  private Accumulator plain(AggregateCall call, int[] arguments, boolean canSpill) {
    return switch (call.function()) {
      case "count" -> new CountAccumulator(arguments, false);
      case AggregateRegistry.ROW_COUNT -> new CountAccumulator(new int[0], true);
      case "sum" -> sum(call, arguments, false, canSpill);
      case "sum0" -> sum(call, arguments, true, canSpill);
      case "avg" -> average(call, arguments, canSpill);
      case "min", "bool_and", "every" -> extreme(arguments[0], true);
      case "max", "bool_or", "some" -> extreme(arguments[0], false);
      case "single_value" -> single(arguments[0], SingleAccumulator.Further.ERROR);
      case AggregateRegistry.FIRST_ROW -> single(arguments[0], SingleAccumulator.Further.IGNORED);
      case "any_value" -> single(arguments[0], SingleAccumulator.Further.UNTIL_VALUE);
      default -> function(call.function(), call, arguments, canSpill);
    };
  }

  private Accumulator single(int column, SingleAccumulator.Further further) {
    return new SingleAccumulator(column, types.get(column), further);
  }

  private Accumulator sum(
      AggregateCall call, int[] arguments, boolean zeroIfNone, boolean canSpill) {
    VectorType type = types.get(arguments[0]);
    return type.kind() == TypeKind.INTERVAL
        ? function("sum interval", call, arguments, canSpill)
        : sum(arguments[0], call.result(), zeroIfNone);
  }

  private AverageAccumulator.Sum sum(int column, VectorType result, boolean zeroIfNone) {
    VectorType type = types.get(column);
    if (type.form() == Form.LONG) {
      return new LongSumAccumulator(column, type, result, zeroIfNone);
    }
    return type.form() == Form.DOUBLE && result.form() == Form.DOUBLE
        ? new DoubleSumAccumulator(column, zeroIfNone)
        : new ObjectSumAccumulator(column, type, result, zeroIfNone);
  }

  private Accumulator average(AggregateCall call, int[] arguments, boolean canSpill) {
    VectorType type = types.get(arguments[0]);
    return type.kind() == TypeKind.INTERVAL
        ? function("avg interval", call, arguments, canSpill)
        : new AverageAccumulator(
            arguments[0], sum(arguments[0], call.result(), false), call.result());
  }

  private Accumulator extreme(int column, boolean isLeast) {
    VectorType type = types.get(column);
    return type.form() == Form.LONG
        ? new LongExtremeAccumulator(column, type, isLeast)
        : new ObjectExtremeAccumulator(column, type, isLeast);
  }

  private static GroupAccumulator start(String name, TypeKind result, Nesting values) {
    GroupAccumulator accumulator = AggregateRegistry.start(name, result);
    if (!values.isPlain()) {
      accumulator.compareBy((left, right) -> RowComparator.compareValues(values, left, right));
    }
    return accumulator;
  }

  private Accumulator function(String name, AggregateCall call, int[] arguments, boolean canSpill) {
    TypeKind kind = call.result().kind();
    Nesting values =
        arguments.length == 0
            ? Nesting.PLAIN
            : types.get(arguments[arguments.length - 1]).ofValues();
    return new FunctionAccumulator(
        () -> start(name, kind, values),
        new FunctionAccumulator.Arguments(arguments, types, counts),
        call.result(),
        canSpill,
        context);
  }
}
