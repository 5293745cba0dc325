package dev.colonnade.sql.definition.table.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.DeclaredType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Column of a table that is created, or that is added to a table.
 *
 * @param defaultValue null for NULL, and for a column with a sequence
 * @param generation expression of a generated column; null for other columns
 * @param sequence sequence of a serial or identity column; null for other columns
 */
public record NewColumn(
    String name,
    DeclaredType declared,
    boolean nullable,
    @Nullable Expression defaultValue,
    @Nullable Expression generation,
    @Nullable Sequence sequence) {
  public NewColumn(
      String name,
      DeclaredType declared,
      boolean nullable,
      @Nullable Expression defaultValue,
      @Nullable Expression generation,
      @Nullable Sequence sequence) {
    this.name = requireNonNull(name, "name is null");
    this.declared = requireNonNull(declared, "declared is null");
    this.nullable = nullable;
    this.defaultValue = defaultValue;
    this.generation = generation;
    this.sequence = sequence;
  }

  /**
   * Sequence that a column gets its values from.
   *
   * @param always whether an identity column is GENERATED ALWAYS; null for a serial column
   */
  public record Sequence(
      SequenceDataType type, List<SequenceOption> options, @Nullable Boolean always) {
    public Sequence(SequenceDataType type, List<SequenceOption> options, @Nullable Boolean always) {
      this.type = requireNonNull(type, "type is null");
      this.options = List.copyOf(options);
      this.always = always;
    }
  }

  /** Returns the type of the values. */
  public ColumnType type() {
    return declared.stored();
  }

  /** Returns the same column that allows no NULL. */
  public NewColumn required() {
    return new NewColumn(name, declared, false, defaultValue, generation, sequence);
  }
}
