package dev.colonnade.sql.statement;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sequence.definition.OptionChange;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceChangeBuilder;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequenceOptionsBuilder;
import dev.colonnade.sql.parse.SequenceClause;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** Options of CREATE SEQUENCE, ALTER SEQUENCE and identities. */
public final class SequenceClauses {
  private SequenceClauses() {}

  /**
   * Returns the options of a new sequence, whose type is {@code kind} unless a clause defines
   * another.
   */
  public static SequenceOptions options(List<SequenceClause> clauses, SequenceDataType kind) {
    requireOnce(clauses);
    SequenceOptionsBuilder builder = SequenceOptions.builder().as(kind);
    for (SequenceClause clause : clauses) {
      switch (clause) {
        case SequenceClause.As(SqlDataTypeSpec type) -> builder.as(kindOf(type));
        case SequenceClause.Increment(long value) -> builder.increment(value);
        case SequenceClause.Min(Long value) -> builder.min(value);
        case SequenceClause.Max(Long value) -> builder.max(value);
        case SequenceClause.Start(long value) -> builder.start(value);
        case SequenceClause.Cache(long count) -> builder.cache(count);
        case SequenceClause.Cycle(boolean cycles) -> builder.cycle(cycles);
        case SequenceClause.Mode(String name) -> builder.mode(modeOf(name));
        case SequenceClause.Restart(Long value) -> builder.start(value);
        case SequenceClause.OwnedBy _, SequenceClause.Name _ -> {} // kept in the catalogue
      }
    }
    return builder.build();
  }

  /** Returns the change of a sequence that the clauses define. */
  public static SequenceChange change(List<SequenceClause> clauses) {
    requireOnce(clauses);
    SequenceChangeBuilder builder = SequenceChange.builder();
    for (SequenceClause clause : clauses) {
      switch (clause) {
        case SequenceClause.As(SqlDataTypeSpec type) -> builder.as(kindOf(type));
        case SequenceClause.Increment(long value) -> builder.increment(value);
        case SequenceClause.Min(Long value) -> builder.min(adjustment(value));
        case SequenceClause.Max(Long value) -> builder.max(adjustment(value));
        case SequenceClause.Start(long value) -> builder.start(value);
        case SequenceClause.Cache(long count) -> builder.cache(count);
        case SequenceClause.Cycle(boolean cycles) -> builder.cycle(cycles);
        case SequenceClause.Mode(String name) -> builder.mode(modeOf(name));
        case SequenceClause.Restart(Long value) -> builder.restart(adjustment(value));
        case SequenceClause.OwnedBy _, SequenceClause.Name _ -> {} // kept in the catalogue
      }
    }
    return builder.build();
  }

  /**
   * The owner that the clauses name: empty if they name none, and of an absent owner if they take
   * it away.
   */
  public static Optional<Ownership> ownership(List<SequenceClause> clauses, NameScope names) {
    for (SequenceClause clause : clauses) {
      if (clause instanceof SequenceClause.OwnedBy(SqlIdentifier column)) {
        return Optional.of(new Ownership(column == null ? null : ownerOf(column, names)));
      }
    }
    return Optional.empty();
  }

  /** New owner of a sequence; null for none. */
  public record Ownership(SequenceEntry.@Nullable Owner owner) {}

  private static SequenceEntry.Owner ownerOf(SqlIdentifier column, NameScope names) {
    List<String> parts = column.names;
    if (parts.size() < 2) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "invalid OWNED BY option",
          ErrorFields.NONE.withHint("Specify OWNED BY table.column or OWNED BY NONE."));
    }
    Table table = names.table(parts.subList(0, parts.size() - 1));
    return new SequenceEntry.Owner(
        table.id(), TargetRows.column(table, parts.getLast()).id(), false);
  }

  private static void requireOnce(List<SequenceClause> clauses) {
    Set<Class<?>> seen = new HashSet<>();
    if (!clauses.stream().allMatch(clause -> seen.add(clause.getClass()))) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "conflicting or redundant options");
    }
  }

  private static OptionChange adjustment(@Nullable Long value) {
    return value == null ? OptionChange.DEFAULT : OptionChange.to(value);
  }

  private static SequenceDataType kindOf(SqlDataTypeSpec spec) {
    SequenceDataType kind = kindOf(CalciteTypes.columnType(spec));
    if (kind == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "sequence type must be smallint, integer, or bigint");
    }
    return kind;
  }

  /** The type of the values that a column of this type takes; null if it takes none. */
  public static @Nullable SequenceDataType kindOf(ColumnType type) {
    if (type == Plain.SMALLINT) {
      return SequenceDataType.SMALLINT;
    }
    if (type == Plain.INTEGER) {
      return SequenceDataType.INTEGER;
    }
    return type == Plain.BIGINT ? SequenceDataType.BIGINT : null;
  }

  private static SequenceMode modeOf(String name) {
    return SequenceMode.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
