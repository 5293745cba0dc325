package dev.colonnade.sql.statement;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.parse.SqlCreateTable;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnConstraint;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnElement;
import dev.colonnade.sql.parse.SqlCreateTable.Element;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/** LIKE in a CREATE TABLE: the columns of another table, as if they were written there. */
final class LikeClauses {
  private LikeClauses() {}

  /** The elements with the columns of other tables in the place of LIKE. */
  static List<Element> expanded(List<Element> elements, NameScope names) {
    List<Element> all = new ArrayList<>();
    for (Element element : elements) {
      if (element instanceof SqlCreateTable.Like(SqlIdentifier source, Set<String> including)) {
        addColumns(all, names.table(source.names), including);
      } else {
        all.add(element);
      }
    }
    return all;
  }

  private static void addColumns(List<Element> all, Table source, Set<String> including) {
    boolean takesAll = including.contains("all");
    SqlParserPos pos = SqlParserPos.ZERO;
    for (Column column : source.schema().visibleColumns()) {
      List<ColumnConstraint> constraints = new ArrayList<>();
      if (!column.nullable()) {
        constraints.add(new ColumnConstraint.NotNull());
      }
      IdentityColumn identity = source.descriptor().properties().identities().get(column.id());
      String value = source.descriptor().defaults().get(column.id());
      if (identity != null && (takesAll || including.contains("identity"))) {
        constraints.add(new ColumnConstraint.Identity(identity.always(), List.of()));
      } else if (value != null
          && identity == null
          && (takesAll || including.contains("defaults"))) {
        constraints.add(new ColumnConstraint.Default(StatementParser.parseExpression(value)));
      }
      all.add(
          new ColumnElement(
              new SqlIdentifier(column.name(), pos),
              StatementParser.parseType(column.type().toString()),
              constraints));
    }
    if ((takesAll || including.contains("indexes")) && !source.declaredKey().isEmpty()) {
      List<SqlCreateTable.KeyPart> key = new ArrayList<>();
      source
          .declaredKey()
          .forEach(
              column ->
                  key.add(
                      new SqlCreateTable.KeyPart(new SqlIdentifier(column.name(), pos), false)));
      all.add(new SqlCreateTable.PrimaryKey(pos, null, key, timingOf(source)));
    }
  }

  private static ConstraintTiming timingOf(Table source) {
    Index key = source.keyIndex();
    return key == null ? ConstraintTiming.NOT_DEFERRABLE : key.definition().kind().timing();
  }
}
