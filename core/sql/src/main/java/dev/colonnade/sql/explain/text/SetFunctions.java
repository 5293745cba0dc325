package dev.colonnade.sql.explain.text;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.library.SetReturningFunctions;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import java.util.ArrayList;
import java.util.List;

/** Set-returning functions of {@link RowPlan.Unnest}. */
public final class SetFunctions {
  private static final String UNNEST = "unnest";

  private SetFunctions() {}

  /** Returns whether functions without an input are scanned as a relation. */
  public static boolean isScan(RowPlan.Unnest unnest) {
    return !unnest.keepsInput()
        && unnest.input() instanceof ScanPlan.Values values
        && values.rows().size() == 1;
  }

  /** Returns the texts of the calls, over columns of the input. */
  public static List<DisplayColumn> calls(RowPlan.Unnest unnest, List<DisplayColumn> columns) {
    List<DisplayColumn> calls = new ArrayList<>();
    for (Expression function : unnest.functions()) {
      DisplayColumn list = DisplayColumn.of(function, columns);
      calls.add(
          isSetReturning(list.bare())
              ? list
              : new DisplayColumn(
                  UNNEST + "(" + list.bare() + ")",
                  UNNEST + "(" + list.qualified() + ")",
                  DisplayColumn.Origin.FUNCTION));
    }
    return calls;
  }

  /** Returns the name of the relation whose rows a scan of functions returns. */
  static String name(RowPlan.Unnest unnest) {
    ScanPlan.Values values = (ScanPlan.Values) unnest.input();
    List<DisplayColumn> row =
        values.rows().getFirst().stream()
            .map(expression -> DisplayColumn.of(expression, List.of()))
            .toList();
    String name = Identifiers.functionOf(calls(unnest, row).getFirst().bare());
    return name == null ? UNNEST : name;
  }

  private static boolean isSetReturning(String call) {
    String name = Identifiers.functionOf(call);
    return name != null && SetReturningFunctions.contains(name);
  }
}
