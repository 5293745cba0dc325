package dev.colonnade.sql.ddl;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.ddl.table.RelationTargets;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** COMMENT ON. */
final class CommentStatement {
  private CommentStatement() {}

  public static void run(Definition.Comment comment, Execution execution) {
    CommentTarget target = target(comment, execution.transaction().names());
    if (target != null) {
      execution
          .transaction()
          .catalogChanges()
          .alter(
              edit -> {
                edit.comment(target, comment.text());
                return target;
              });
    }
  }

  /** Returns the object of the comment; null for kinds of objects whose comments are not stored. */
  private static @Nullable CommentTarget target(Definition.Comment comment, NameScope names) {
    List<String> name = comment.name().names;
    return switch (comment.kind()) {
      case TABLE, VIEW, SEQUENCE -> {
        Relation relation = names.relation(name);
        RelationTargets.requireKind(relation, comment.kind());
        yield new CommentTarget(relation.id(), 0);
      }
      case TYPE -> new CommentTarget(names.enumType(name).id(), 0);
      case SCHEMA -> new CommentTarget(names.schema(name.getLast()).id(), 0);
      case DATABASE -> new CommentTarget(names.catalog().database(name.getLast()).id(), 0);
      case ROLE ->
          new CommentTarget(RoleStatements.require(names.catalog(), name.getLast()).id(), 0);
      case COLUMN -> column(name, names);
      case INDEX, CONSTRAINT -> null;
    };
  }

  private static CommentTarget column(List<String> name, NameScope names) {
    if (name.size() < 2) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "column name must be qualified");
    }
    Relation relation = names.relation(name.subList(0, name.size() - 1));
    int columnId =
        switch (relation) {
          case Table table ->
              table.schema().hasColumn(name.getLast()) ? column(table, name.getLast()).id() : 0;
          case View view -> view.columnNames().indexOf(name.getLast()) + 1;
          default -> 0;
        };
    if (columnId == 0) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" of relation \"%s\" does not exist"
              .formatted(name.getLast(), relation.name()));
    }
    return new CommentTarget(relation.id(), columnId);
  }

  private static Column column(Table table, String name) {
    return table.schema().column(name);
  }
}
