package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Query;
import java.util.List;

/** Printer of statements that change rows. */
final class ChangePrinter {
  private final Printers printers;
  private final SqlText text;

  ChangePrinter(Printers printers) {
    this.printers = printers;
    this.text = printers.text();
  }

  void print(Change change) {
    printers.queries().with(change.with());
    switch (change) {
      case Change.Insert insert -> print(insert);
      case Change.Update update -> {
        text.add("UPDATE ");
        target(update.target());
        text.add(" SET ");
        assignments(update.assignments());
        printers.queries().from(" FROM ", update.from());
        returning(update.returning());
      }
      case Change.Delete delete -> {
        text.add("DELETE FROM ");
        target(delete.target());
        printers.queries().from(" USING ", delete.from());
        returning(delete.returning());
      }
      case Change.Merge merge -> print(merge);
    }
  }

  private void expression(Expression expression) {
    printers.expressions().print(expression);
  }

  private void target(Change.Target target) {
    printers.from().print(target.relation());
    if (target.alias() != null) {
      text.add(" AS ").name(target.alias());
    }
  }

  private void returning(List<Query.Item> items) {
    if (!items.isEmpty()) {
      text.add(" RETURNING ");
      printers.queries().items(items);
    }
  }

  private void print(Change.Insert insert) {
    text.add(insert.upsert() ? "UPSERT INTO " : "INSERT INTO ");
    target(insert.target());
    Change.Rows rows = insert.rows();
    targetColumns(rows.columns());
    overriding(rows.overriding());
    text.add(" ");
    if (rows.query() == null) {
      text.add("DEFAULT VALUES");
    } else {
      printers.queries().print(rows.query());
    }
    if (insert.onConflict() != null) {
      print(insert.onConflict());
    }
    returning(insert.returning());
  }

  private void targetColumns(List<Change.TargetColumn> columns) {
    if (!columns.isEmpty()) {
      text.add(" (");
      text.list(columns, this::targetColumn);
      text.add(")");
    }
  }

  private void overriding(Change.Overriding overriding) {
    text.add(
        switch (overriding) {
          case NONE -> "";
          case USER -> " OVERRIDING USER VALUE";
          case SYSTEM -> " OVERRIDING SYSTEM VALUE";
        });
  }

  private void targetColumn(Change.TargetColumn column) {
    text.name(column.name());
    for (Change.Accessor accessor : column.accessors()) {
      switch (accessor) {
        case Change.Accessor.FieldAccess field -> text.add(".").name(field.name());
        case Change.Accessor.AllFieldsAccess _ -> text.add(".*");
        case Change.Accessor.ElementAccess element -> {
          text.add("[");
          expression(element.index());
          text.add("]");
        }
        case Change.Accessor.SliceAccess slice -> print(slice);
      }
    }
  }

  private void print(Change.Accessor.SliceAccess slice) {
    text.add("[");
    if (slice.lower() != null) {
      expression(slice.lower());
    }
    text.add(" : ");
    if (slice.upper() != null) {
      expression(slice.upper());
    }
    text.add("]");
  }

  private void print(Change.OnConflict conflict) {
    text.add(" ON CONFLICT");
    Change.ConflictTarget target = conflict.target();
    if (target != null && target.constraint() != null) {
      text.add(" ON CONSTRAINT ").name(target.constraint());
    } else if (target != null) {
      text.add(" (");
      text.list(target.elements(), this::indexElement);
      text.add(")");
      if (target.predicate() != null) {
        text.add(" WHERE ");
        expression(target.predicate());
      }
    }
    if (conflict.assignments().isEmpty()) {
      text.add(" DO NOTHING");
      return;
    }
    text.add(" DO UPDATE SET ");
    assignments(conflict.assignments());
    if (conflict.condition() != null) {
      text.add(" WHERE ");
      expression(conflict.condition());
    }
  }

  private void indexElement(Change.IndexElement element) {
    if (element.column() != null) {
      text.name(element.column());
    }
    if (element.expression() != null) {
      text.add("(");
      expression(element.expression());
      text.add(")");
    }
    Change.IndexOrder order = element.order();
    if (order.collation() != null) {
      text.add(" COLLATE ").qualified(order.collation().parts());
    }
    if (order.operatorClass() != null) {
      text.add(" ").qualified(order.operatorClass().parts());
    }
    if (!order.options().isEmpty()) {
      text.add(" (");
      text.list(order.options(), this::option);
      text.add(")");
    }
    printers.clauses().direction(order.direction());
    printers.clauses().nulls(order.nulls());
  }

  private void option(Option option) {
    text.name(option.name());
    if (option.value() != null) {
      text.add(" = ").string(option.value());
    }
  }

  private void assignments(List<Change.Assignment> assignments) {
    text.list(assignments, this::assignment);
  }

  private void assignment(Change.Assignment assignment) {
    text.add(assignment.parenthesized() ? "(" : "");
    text.list(assignment.columns(), this::targetColumn);
    text.add(assignment.parenthesized() ? ") = " : " = ");
    expression(assignment.value());
  }

  private void print(Change.Merge merge) {
    text.add("MERGE INTO ");
    target(merge.target());
    text.add(" USING ");
    printers.from().print(merge.source());
    text.add(" ON ");
    expression(merge.condition());
    for (Change.MergeWhen when : merge.whens()) {
      print(when);
    }
  }

  private void print(Change.MergeWhen when) {
    text.add(when.matched() ? " WHEN MATCHED" : " WHEN NOT MATCHED");
    if (when.condition() != null) {
      text.add(" AND ");
      expression(when.condition());
    }
    text.add(" THEN ");
    switch (when.action()) {
      case Change.MergeAction.Nothing _ -> text.add("DO NOTHING");
      case Change.MergeAction.DeleteRow _ -> text.add("DELETE");
      case Change.MergeAction.UpdateRow update -> {
        text.add("UPDATE SET ");
        assignments(update.assignments());
      }
      case Change.MergeAction.InsertRow insert -> print(insert);
    }
  }

  private void print(Change.MergeAction.InsertRow insert) {
    text.add("INSERT");
    targetColumns(insert.columns());
    overriding(insert.overriding());
    if (insert.values() == null) {
      text.add(" DEFAULT VALUES");
      return;
    }
    text.add(" VALUES (");
    printers.expressions().printList(insert.values());
    text.add(")");
  }
}
