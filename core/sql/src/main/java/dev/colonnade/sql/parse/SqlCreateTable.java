package dev.colonnade.sql.parse;

import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.relation.OnCommit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE. */
public final class SqlCreateTable extends SqlStatement {
  private final SqlIdentifier name;
  private final boolean ifNotExists;
  private final List<Element> elements;
  private final Terms terms;

  public SqlCreateTable(
      SqlParserPos pos,
      SqlIdentifier name,
      boolean ifNotExists,
      List<Element> elements,
      Terms terms) {
    super("CREATE TABLE", pos);
    this.name = name;
    this.ifNotExists = ifNotExists;
    this.elements = List.copyOf(elements);
    this.terms = terms;
  }

  /** Returns the storage parameters of WITH, by name. */
  public Map<String, String> settings() {
    return terms.settings();
  }

  /** Returns the ON COMMIT action of a temporary table; null if it is not temporary. */
  public @Nullable OnCommit temporary() {
    return terms.temporary();
  }

  public SqlIdentifier name() {
    return name;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  public List<Element> elements() {
    return elements;
  }

  /**
   * Options of the table as a whole.
   *
   * @param temporary null if it is not temporary
   */
  public record Terms(Map<String, String> settings, @Nullable OnCommit temporary) {
    public Terms {
      settings = Map.copyOf(settings);
    }
  }

  /** Element between the parentheses. */
  public sealed interface Element {}

  /** Column with its constraints. */
  public record ColumnElement(
      SqlIdentifier name, SqlDataTypeSpec type, List<ColumnConstraint> constraints)
      implements Element {}

  /** The primary key, as a constraint of the table. */
  public record PrimaryKey(
      SqlParserPos pos, @Nullable SqlIdentifier name, List<KeyPart> parts, ConstraintTiming timing)
      implements Element {
    public PrimaryKey {
      parts = List.copyOf(parts);
    }
  }

  /** Any other constraint of the table. */
  public record TableRule(SqlTableRule rule) implements Element {}

  /** Columns that are stored together. */
  public record Family(String name, List<String> columns) implements Element {}

  /**
   * The columns of another table.
   *
   * @param including in small letters, what else is taken over: defaults, identity, ...
   */
  public record Like(SqlIdentifier table, Set<String> including) implements Element {
    public Like {
      including = Set.copyOf(including);
    }
  }

  /** A column of a key and its direction. */
  public record KeyPart(SqlIdentifier column, boolean descending) {}

  /** Constraint or property of one column. */
  public sealed interface ColumnConstraint {
    /** The column does not take NULL. */
    record NotNull() implements ColumnConstraint {}

    /** The column takes NULL, as it does without a word. */
    record Null() implements ColumnConstraint {}

    /** The column is the primary key. */
    record PrimaryKey(SqlParserPos pos, @Nullable SqlIdentifier name, ConstraintTiming timing)
        implements ColumnConstraint {
      /** The same as a constraint of the table. */
      public SqlCreateTable.PrimaryKey of(SqlIdentifier column) {
        return new SqlCreateTable.PrimaryKey(
            pos, name, List.of(new KeyPart(column, false)), timing);
      }
    }

    /** A constraint that a table could have as well. */
    record Rule(SqlTableRule rule) implements ColumnConstraint {}

    /** The column's values are generated, always or unless others are given. */
    record Identity(boolean always, List<SequenceClause> clauses) implements ColumnConstraint {
      public Identity {
        clauses = List.copyOf(clauses);
      }
    }

    /** Default of a column that an insert does not list. */
    record Default(SqlNode value) implements ColumnConstraint {}
  }
}
