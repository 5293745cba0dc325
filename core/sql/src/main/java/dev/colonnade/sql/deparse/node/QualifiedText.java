package dev.colonnade.sql.deparse.node;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.analyze.Analyzer;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.scope.RelationNames;
import dev.colonnade.sql.analyze.view.ViewQueries;
import dev.colonnade.sql.lexer.Identifiers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Text of a view as it was written, in which tables that another search path does not find, or
 * finds others for, have their schemas.
 */
public final class QualifiedText {
  private QualifiedText() {}

  /**
   * Returns the text for a session.
   *
   * @param reader analysis with the search path of the session
   */
  public static String of(View view, StatementAnalysis reader) {
    NameUses uses = new NameUses();
    Analyzer.analyze(ViewQueries.parse(view), reader.within(view).recording(uses));
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (Map.Entry<Integer, Integer> relation : new TreeMap<>(uses.relations()).entrySet()) {
      text.append(view.query(), copied, relation.getKey());
      text.append(prefix(relation.getValue(), reader.names()));
      copied = relation.getKey();
    }
    return text.append(view.query().substring(copied)).toString();
  }

  /** Returns the schema of a relation with its dot; empty if the path finds its name alone. */
  static String prefix(int relationId, NameScope names) {
    Relation relation = names.catalog().findRelation(relationId);
    if (relation == null) {
      return "";
    }
    List<String> name = List.of(relation.name());
    boolean isHidden = RelationNames.systemTable(names, name) != null;
    Relation seen = isHidden ? null : names.findRelation(name);
    SchemaEntry schema = names.catalog().findSchema(relation.schemaId());
    return schema == null || (seen != null && seen.id() == relationId)
        ? ""
        : Identifiers.quote(schema.name()) + ".";
  }
}
