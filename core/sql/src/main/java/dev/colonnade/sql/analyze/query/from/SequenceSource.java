package dev.colonnade.sql.analyze.query.from;

import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;

/** Sequences in FROM: tables of one row with the current value. */
final class SequenceSource {
  private SequenceSource() {}

  static RelationRows of(SequenceEntry sequence, StatementAnalysis statement) {
    SystemTable values =
        SystemTables.of(SystemTables.INTERNAL_SCHEMA).get(SystemTables.SEQUENCE_VALUES);
    if (values == null) {
      throw new IllegalStateException("no table of the values of sequences");
    }
    RelationRows all = SystemSource.of(values, statement);
    ExpressionBuilder builder = new ExpressionBuilder();
    Expression id = all.columns().getFirst().value().expression();
    Expression isSequence =
        builder.compare(
            ComparisonOperator.EQUAL, id, builder.literal(TypeKind.INTEGER, sequence.id()));
    List<NamedColumn> columns = new ArrayList<>();
    for (NamedColumn column : all.columns().subList(1, all.columns().size())) {
      Origin origin = new Origin((int) SystemOids.of(sequence.id()), columns.size() + 1);
      TypedExpression value = column.value();
      columns.add(new NamedColumn(column.name(), value, origin));
    }
    return new RelationRows(
        new LogicalOperator.Filter(all.plan(), List.of(isSequence)), columns, List.of(), null);
  }
}
