package dev.colonnade.sql.definition.object.drop;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** DROP of tables, views and sequences. */
public record RelationDrop(ObjectDefinition.Drop drop, StatementAnalysis analysis) {
  public RelationDrop {
    requireNonNull(drop, "drop is null");
    requireNonNull(analysis, "analysis is null");
  }

  public void run(Execution execution) {
    NameScope names = execution.transaction().names();
    List<Relation> relations = new ArrayList<>();
    for (ObjectName object : drop.objects()) {
      Relation relation = RelationLookup.find(names, object.name());
      if (relation != null) {
        requireKind(relation.kind(), object);
        PrivilegeChecks.requireDrop(names, relation);
        relations.add(relation);
      } else if (IndexLookup.find(names, object.name()) != null) {
        throw wrongKind("index", object);
      } else {
        skip(object, names, execution);
      }
    }
    if (!relations.isEmpty()) {
      CascadingDrop.run(
          execution, drop.behavior(), analysis, removal -> removal.dropRelations(relations));
    }
  }

  private static void requireKind(String kind, ObjectName object) {
    if (!kind.equals(object.kind().description())) {
      throw wrongKind(kind, object);
    }
  }

  /** Returns the error of a relation of another kind, with a hint at the DROP of its own. */
  public static ColonnadeException wrongKind(String kind, ObjectName object) {
    return new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE,
        "\"%s\" is not %s".formatted(object.name().last(), withArticle(object.kind())),
        ErrorFields.NONE.withHint(
            "Use DROP %s to remove %s %s."
                .formatted(
                    kind.toUpperCase(Locale.ROOT), kind.equals("index") ? "an" : "a", kind)));
  }

  public static String withArticle(ObjectKind kind) {
    return (kind == ObjectKind.INDEX ? "an " : "a ") + kind.description();
  }

  private void skip(ObjectName object, NameScope names, Execution execution) {
    ColonnadeException error = missing(object, names);
    if (!drop.ifExists()) {
      throw error;
    }
    execution.notices().skipped(String.valueOf(error.getMessage()));
  }

  /** Returns the error of an object that does not exist, or whose schema does not. */
  public static ColonnadeException missing(ObjectName object, NameScope names) {
    QualifiedName name = object.name();
    @Nullable String schema = RelationLookup.missingSchema(names, name);
    if (schema != null) {
      return RelationLookup.unknownSchema(schema);
    }
    ErrorCode code =
        switch (object.kind()) {
          case INDEX, FOREIGN_TABLE -> ErrorCode.UNKNOWN_OBJECT;
          default -> ErrorCode.UNKNOWN_TABLE;
        };
    return new ColonnadeException(
        code, "%s \"%s\" does not exist".formatted(object.kind().description(), name.last()));
  }
}
