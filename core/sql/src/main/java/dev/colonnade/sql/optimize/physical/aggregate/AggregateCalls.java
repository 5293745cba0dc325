package dev.colonnade.sql.optimize.physical.aggregate;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;

/** Construction of calls of aggregate functions, and the representation of their values. */
final class AggregateCalls {
  private AggregateCalls() {}

  /** Returns the call of a function whose arguments are columns. */
  static AggregateCall of(AggregateFunction function, ComputedColumns columns) {
    List<Integer> arguments = new ArrayList<>();
    for (Expression argument : function.arguments()) {
      arguments.add(columns.of(argument));
    }
    String name = function.function();
    boolean distinct = function.distinct();
    List<SortKey> order = new ArrayList<>();
    if (isOrderedSet(name, arguments.size())) {
      for (SortItem item : function.order()) {
        arguments.add(columns.of(item.expression()));
        name = item.descending() ? function.function() + AggregateRegistry.DESCENDING : name;
      }
    } else {
      for (SortItem item : function.order()) {
        order.add(new SortKey(columns.of(item.expression()), item.descending(), item.nullsFirst()));
      }
    }
    if (name.endsWith(AggregateRegistry.DISTINCT_DESCENDING)
        || name.endsWith(AggregateRegistry.DISTINCT)) {
      boolean isDescending = name.endsWith(AggregateRegistry.DISTINCT_DESCENDING);
      name = name.substring(0, name.indexOf(AggregateRegistry.DISTINCT));
      distinct = true;
      order = List.of(new SortKey(arguments.getFirst(), isDescending, isDescending));
    } else if (distinct && order.isEmpty() && dependsOnOrder(name, arguments, columns)) {
      order = arguments.stream().map(argument -> new SortKey(argument, false, false)).toList();
    }
    int filter =
        function.filter() == null ? AggregateCall.NO_FILTER : columns.of(function.filter());
    VectorType result = result(name, types(arguments, columns), function.output().type().kind());
    return new AggregateCall(name, arguments, distinct, filter, order, result);
  }

  static List<VectorType> types(List<Integer> arguments, ComputedColumns columns) {
    List<VectorType> types = new ArrayList<>(arguments.size());
    for (int argument : arguments) {
      types.add(columns.type(argument));
    }
    return types;
  }

  /** Returns whether the keys of WITHIN GROUP are further arguments of a function. */
  private static boolean isOrderedSet(String name, int argumentCount) {
    return switch (name) {
      case "percentile_cont", "percentile_disc" -> argumentCount == 1;
      case "mode" -> argumentCount == 0;
      default -> false;
    };
  }

  /** Returns whether values depend on the order in which rows are added. */
  private static boolean dependsOnOrder(
      String name, List<Integer> arguments, ComputedColumns columns) {
    return switch (name) {
      case "count", "min", "max", "bool_and", "bool_or", "bit_and", "bit_or", "bit_xor" -> false;
      case AggregateRegistry.DISTINCT_ROWS -> false;
      case "sum", "sum0", "avg" -> columns.type(arguments.getFirst()).kind().isFloating();
      default -> !arguments.isEmpty();
    };
  }

  /** Returns the representation of the values of an aggregate. */
  static VectorType result(String function, List<VectorType> arguments, TypeKind kind) {
    return switch (function) {
      case "min",
          "max",
          "bool_and",
          "bool_or",
          "single_value",
          "any_value",
          AggregateRegistry.FIRST_ROW ->
          arguments.getFirst();
      case "sum", "sum0" -> sum(arguments.getFirst(), kind);
      default -> VectorType.of(kind);
    };
  }

  private static VectorType sum(VectorType argument, TypeKind kind) {
    boolean isDecimal = kind == TypeKind.NUMERIC && argument.form() == Form.LONG;
    return isDecimal ? VectorType.decimal(argument.scale()) : VectorType.of(kind);
  }

  /** Returns the text of a call. */
  static String text(AggregateCall call, List<String> names) {
    String arguments =
        call.arguments().isEmpty() && call.function().equals("count")
            ? "*"
            : String.join(", ", call.arguments().stream().map(names::get).toList());
    return call.function() + (call.distinct() ? "(DISTINCT " : "(") + arguments + ")";
  }
}
