package dev.colonnade.sql.frontend.text;

import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.definition.TableDefinition.Persistence;
import dev.colonnade.sql.syntax.query.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SELECT INTO, which is CREATE TABLE AS in another form. */
final class SelectInto {
  private SelectInto() {}

  /** Returns CREATE TABLE AS for a query that creates a table, and other statements as they are. */
  static Statement resolved(Statement statement) {
    Query.Into into = statement instanceof Query query ? find(query) : null;
    if (into == null) {
      return statement;
    }
    Query query = (Query) statement;
    return new TableDefinition.CreateTableAs(
        new TableDefinition.NewTable(into.name(), persistence(into), false),
        List.of(),
        new TableDefinition.Storage(null, List.of(), TableDefinition.OnCommit.NONE, null),
        new TableDefinition.TableSource(without(query), null, List.of()),
        true,
        query.position());
  }

  private static Persistence persistence(Query.Into into) {
    return switch (into.persistence()) {
      case "TEMPORARY" -> Persistence.TEMPORARY;
      case "UNLOGGED" -> Persistence.UNLOGGED;
      case null, default -> Persistence.PERMANENT;
    };
  }

  /** Returns the clause of the first SELECT; null if there is none. */
  private static Query.@Nullable Into find(Query query) {
    Query first = query;
    while (first instanceof Query.SetOperation operation) {
      first = operation.left();
    }
    return switch (first) {
      case Query.Qualified qualified -> find(qualified.body());
      case Query.Select select -> select.into();
      case Query.Past past -> find(past.query());
      case Query.SetOperation _, Query.Values _, Query.Table _ -> null;
    };
  }

  private static Query without(Query query) {
    return switch (query) {
      case Query.Qualified all ->
          new Query.Qualified(
              all.with(),
              without(all.body()),
              all.orderBy(),
              all.limit(),
              all.locking(),
              all.position());
      case Query.Select select ->
          new Query.Select(
              select.distinct(),
              select.items(),
              null,
              select.from(),
              select.aggregation(),
              select.position());
      case Query.SetOperation operation ->
          new Query.SetOperation(
              operation.operator(),
              operation.all(),
              without(operation.left()),
              operation.right(),
              operation.position());
      case Query.Past past -> new Query.Past(without(past.query()), past.time(), past.position());
      case Query.Values _, Query.Table _ -> query;
    };
  }
}
