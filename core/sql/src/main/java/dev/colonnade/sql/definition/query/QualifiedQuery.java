package dev.colonnade.sql.definition.query;

import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.sql.analyze.Analyzer;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.syntax.print.SqlPrinter;
import dev.colonnade.sql.syntax.query.Query;
import java.util.Map;
import java.util.TreeMap;

/** Query whose tables have their schemas, so that a new temporary table hides none of them. */
final class QualifiedQuery {
  private QualifiedQuery() {}

  static Query of(Query query, StatementAnalysis statement) {
    String printed = SqlPrinter.print(query);
    NameUses uses = new NameUses();
    Analyzer.analyze(parse(printed), statement.recording(uses));
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (Map.Entry<Integer, Integer> use : new TreeMap<>(uses.relations()).entrySet()) {
      Relation relation = statement.names().catalog().findRelation(use.getValue());
      SchemaEntry schema =
          relation == null ? null : statement.names().catalog().findSchema(relation.schemaId());
      text.append(printed, copied, use.getKey());
      text.append(schema == null ? "" : Identifiers.quote(schema.name()) + ".");
      copied = use.getKey();
    }
    return parse(text.append(printed.substring(copied)).toString());
  }

  private static Query parse(String text) {
    return (Query) SqlParser.parse(text).getFirst().statement();
  }
}
