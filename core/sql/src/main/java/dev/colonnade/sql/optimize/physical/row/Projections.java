package dev.colonnade.sql.optimize.physical.row;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.arithmetic.RepresentationCast;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/** Construction of projections: computed columns, columns in an order, other representations. */
public final class Projections {
  /** Longer texts of expressions are replaced by the name of their variable. */
  private static final int NAME_LENGTH_MAX = 200;

  private Projections() {}

  /**
   * Returns the values of expressions over the columns of a plan.
   *
   * @param names of columns whose text is too long
   */
  public static PhysicalPlan of(
      PhysicalPlan input, List<Expression> expressions, List<Variable> names) {
    List<String> inputNames = namesOf(input.columns());
    List<PlanColumn> columns = new ArrayList<>(expressions.size());
    int computed = 0;
    for (int i = 0; i < expressions.size(); i++) {
      Expression expression = expressions.get(i);
      if (expression instanceof ColumnReference column) {
        columns.add(input.columns().get(column.index()));
      } else {
        computed++;
        String text = expression.sql(inputNames);
        boolean isLong = text.length() > NAME_LENGTH_MAX;
        columns.add(new PlanColumn(isLong ? names.get(i).name() : text, expression.type()));
      }
    }
    PlanEstimate below = input.estimate();
    return new RowPlan.Project(
        input,
        expressions,
        columns,
        Estimates.streaming(below, below.rows(), CostModel.expressions(below.rows(), computed)));
  }

  /** Returns the names of columns. */
  public static List<String> namesOf(List<PlanColumn> columns) {
    List<String> names = new ArrayList<>(columns.size());
    for (PlanColumn column : columns) {
      names.add(column.name());
    }
    return names;
  }

  /** Returns rows whose columns are some variables, in their order, and no others. */
  public static PlannedRows arranged(PlannedRows rows, List<Variable> wanted) {
    boolean isArranged = wanted.size() == rows.columns().size();
    for (int i = 0; isArranged && i < wanted.size(); i++) {
      isArranged =
          rows.find(wanted.get(i)) == i
              && rows.columns().get(i).type().equals(wanted.get(i).type());
    }
    if (isArranged) {
      return rows;
    }
    List<Expression> expressions = new ArrayList<>(wanted.size());
    for (Variable variable : wanted) {
      int index = rows.index(variable);
      VectorType type = rows.columns().get(index).type();
      expressions.add(RepresentationCast.of(new ColumnReference(type, index), variable.type()));
    }
    return PlannedRows.of(of(rows.plan(), expressions, wanted), wanted).inOrder(rows.order());
  }

  /**
   * Returns rows with further columns.
   *
   * @param added expressions over the columns
   * @param names one for each of them
   */
  public static PlannedRows extended(
      PlannedRows rows, List<Expression> added, List<Variable> names) {
    if (added.isEmpty()) {
      return rows;
    }
    int width = rows.columns().size();
    List<Expression> all = references(rows.plan(), width);
    all.addAll(added);
    List<Variable> variables = new ArrayList<>(all.size());
    for (int i = 0; i < width; i++) {
      variables.add(names.getFirst());
    }
    variables.addAll(names);
    PhysicalPlan plan = of(rows.plan(), all, variables);
    return rows.joined(plan, PlannedRows.of(plan, names), width).inOrder(rows.order());
  }

  private static List<Expression> references(PhysicalPlan plan, int count) {
    List<Expression> references = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      references.add(new ColumnReference(plan.columns().get(i).type(), i));
    }
    return references;
  }

  /** Returns a plan with its columns in other representations. */
  public static PhysicalPlan converted(
      PhysicalPlan input, List<VectorType> types, List<Variable> names) {
    if (input.types().equals(types)) {
      return input;
    }
    if (input instanceof ScanPlan.Values values) {
      return converted(values, types);
    }
    boolean isProject = input instanceof RowPlan.Project;
    List<Expression> from =
        input instanceof RowPlan.Project project
            ? project.expressions()
            : references(input, types.size());
    List<Expression> casts = new ArrayList<>(types.size());
    for (int i = 0; i < types.size(); i++) {
      casts.add(RepresentationCast.of(from.get(i), types.get(i)));
    }
    PhysicalPlan below = isProject ? ((RowPlan.Project) input).input() : input;
    return of(below, casts, names);
  }

  private static PhysicalPlan converted(ScanPlan.Values values, List<VectorType> types) {
    List<List<Expression>> rows = new ArrayList<>(values.rows().size());
    for (List<Expression> row : values.rows()) {
      List<Expression> casts = new ArrayList<>(types.size());
      for (int i = 0; i < types.size(); i++) {
        casts.add(RepresentationCast.of(row.get(i), types.get(i)));
      }
      rows.add(casts);
    }
    List<PlanColumn> columns = new ArrayList<>(types.size());
    for (int i = 0; i < types.size(); i++) {
      columns.add(new PlanColumn(values.columns().get(i).name(), types.get(i)));
    }
    return new ScanPlan.Values(rows, columns, values.estimate());
  }
}
