package dev.colonnade.sql.definition.table.column;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.syntax.query.Expression;
import org.jspecify.annotations.Nullable;

/** Clauses of a column, which may not contradict each other. One thread. */
final class ColumnClauses {
  /** Position of a clause that a type implies. */
  private static final int IMPLIED = -1;

  private final String table;
  private final String column;
  private @Nullable Boolean nullable;
  private boolean isKey;
  private @Nullable Expression value;
  private @Nullable Expression generation;
  private NewColumn.@Nullable Sequence sequence;

  ColumnClauses(String table, String column) {
    this.table = table;
    this.column = column;
  }

  String column() {
    return column;
  }

  boolean isNullable() {
    return !isKey && (nullable == null || nullable) && sequence == null;
  }

  @Nullable Expression value() {
    return value;
  }

  @Nullable Expression generation() {
    return generation;
  }

  NewColumn.@Nullable Sequence sequence() {
    return sequence;
  }

  void setNullable(boolean isNullable, int position) {
    if (nullable != null && nullable != isNullable) {
      throw error(
          "conflicting NULL/NOT NULL declarations for column \"%s\" of table \"%s\"", position);
    }
    nullable = isNullable;
  }

  void setKey() {
    isKey = true;
  }

  void setDefault(Expression other, int position) {
    if (value != null) {
      throw error("multiple default values specified for column \"%s\" of table \"%s\"", position);
    }
    if (sequence != null) {
      throw bothDefaultAndIdentity(position);
    }
    if (generation != null) {
      throw bothAndGeneration("default", position);
    }
    value = other;
  }

  void setGenerated(Expression other, int position) {
    if (generation != null) {
      throw error(
          "multiple generation clauses specified for column \"%s\" of table \"%s\"", position);
    }
    if (value != null) {
      throw bothAndGeneration("default", position);
    }
    if (sequence != null) {
      throw bothAndGeneration("identity", position);
    }
    generation = other;
  }

  void setIdentity(NewColumn.Sequence identity, int position) {
    if (sequence != null) {
      throw error("multiple identity specifications for column \"%s\" of table \"%s\"", position);
    }
    setNullable(false, position);
    if (value != null) {
      throw bothDefaultAndIdentity(position);
    }
    if (generation != null) {
      throw bothAndGeneration("identity", position);
    }
    sequence = identity;
  }

  void setSerial(NewColumn.Sequence serial) {
    if (value != null) {
      throw error("multiple default values specified for column \"%s\" of table \"%s\"", IMPLIED);
    }
    if (sequence != null) {
      throw bothDefaultAndIdentity(IMPLIED);
    }
    if (generation != null) {
      throw bothAndGeneration("default", IMPLIED);
    }
    setNullable(false, IMPLIED);
    sequence = serial;
  }

  private ColonnadeException bothDefaultAndIdentity(int position) {
    return error("both default and identity specified for column \"%s\" of table \"%s\"", position);
  }

  private ColonnadeException bothAndGeneration(String what, int position) {
    return error(
        "both " + what + " and generation expression specified for column \"%s\" of table \"%s\"",
        position);
  }

  private ColonnadeException error(String message, int position) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR, message.formatted(column, table), ErrorFields.at(position + 1));
  }
}
