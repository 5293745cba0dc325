package dev.colonnade.sql.parse.definition;

import dev.colonnade.catalog.relation.CheckOption;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.sql.parse.SequenceClause;
import dev.colonnade.sql.parse.StatementContent;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** DDL statement: the objects that it defines, changes or drops. */
public sealed interface Definition extends StatementContent {
  /** The thing that is meant, by its kind and name. */
  record Target(ObjectKind kind, SqlIdentifier name, boolean ifExists) {}

  record CreateSchema(String name, boolean ifNotExists) implements Definition {
    @Override
    public String tag() {
      return "CREATE SCHEMA";
    }
  }

  record CreateDatabase(String name) implements Definition {
    @Override
    public String tag() {
      return "CREATE DATABASE";
    }
  }

  record CreateRole(String name, RoleOptions options) implements Definition {
    @Override
    public String tag() {
      return "CREATE ROLE";
    }
  }

  record AlterRole(String name, RoleOptions options) implements Definition {
    @Override
    public String tag() {
      return "ALTER ROLE";
    }
  }

  record CreateSequence(
      SqlIdentifier name, boolean ifNotExists, boolean temporary, List<SequenceClause> clauses)
      implements Definition {
    @Override
    public String tag() {
      return "CREATE SEQUENCE";
    }
  }

  record AlterSequence(Target target, List<SequenceClause> clauses) implements Definition {
    @Override
    public String tag() {
      return "ALTER SEQUENCE";
    }
  }

  record CreateEnum(SqlIdentifier name, List<String> labels) implements Definition {
    @Override
    public String tag() {
      return "CREATE TYPE";
    }
  }

  /**
   * ALTER TYPE ... ADD VALUE.
   *
   * @param adjacentLabel the label that it comes before or behind; null for the end
   */
  record AddLabel(
      SqlIdentifier name,
      String label,
      boolean ifNotExists,
      @Nullable String adjacentLabel,
      boolean isBefore)
      implements Definition {
    @Override
    public String tag() {
      return "ALTER TYPE";
    }
  }

  record RenameLabel(SqlIdentifier name, String label, String newLabel) implements Definition {
    @Override
    public String tag() {
      return "ALTER TYPE";
    }
  }

  /** Options before the name of a view. */
  record ViewTerms(boolean orReplace, boolean temporary) {}

  /**
   * WITH CHECK OPTION.
   *
   * @param start where it begins, and the query ends
   */
  record CheckClause(CheckOption option, SqlParserPos start) {}

  /** CREATE VIEW; no columns where the query names them. */
  record CreateView(
      SqlIdentifier name,
      ViewTerms terms,
      List<String> columns,
      SqlNode query,
      @Nullable CheckClause check)
      implements Definition {
    @Override
    public String tag() {
      return "CREATE VIEW";
    }
  }

  /**
   * A table that is to be there.
   *
   * @param temporary what becomes of it when a transaction commits; null if it is not temporary
   */
  record NewTable(SqlIdentifier name, boolean ifNotExists, @Nullable OnCommit temporary) {}

  /** CREATE TABLE ... AS. */
  record CreateTableAs(NewTable table, List<String> columns, SqlNode query, boolean withData)
      implements Definition {
    @Override
    public String tag() {
      return withData ? "SELECT" : "CREATE TABLE AS";
    }
  }

  record Drop(ObjectKind kind, List<SqlIdentifier> names, boolean ifExists, boolean cascade)
      implements Definition {
    @Override
    public String tag() {
      return "DROP " + kind;
    }
  }

  /** ALTER ... RENAME TO. */
  record Rename(Target target, String newName) implements Definition {
    @Override
    public String tag() {
      return "ALTER " + target.kind();
    }
  }

  /** ALTER TABLE ... RENAME [COLUMN] ... TO, of a view's too. */
  record RenameColumn(Target target, String column, String newName) implements Definition {
    @Override
    public String tag() {
      return "ALTER " + target.kind();
    }
  }

  /** ALTER TABLE ... RENAME CONSTRAINT ... TO. */
  record RenameConstraint(Target target, String constraint, String newName) implements Definition {
    @Override
    public String tag() {
      return "ALTER TABLE";
    }
  }

  /** ALTER ... SET SCHEMA. */
  record SetSchema(Target target, String schema) implements Definition {
    @Override
    public String tag() {
      return "ALTER " + target.kind();
    }
  }

  /** ALTER ... OWNER TO and other things that are understood and change nothing. */
  record LeaveAsIs(Target target) implements Definition {
    @Override
    public String tag() {
      return "ALTER " + target.kind();
    }
  }

  record AlterTable(Target target, List<TableAction> actions) implements Definition {
    @Override
    public String tag() {
      return "ALTER TABLE";
    }
  }

  record Truncate(List<SqlIdentifier> names, boolean restartIdentity, boolean cascade)
      implements Definition {
    @Override
    public String tag() {
      return "TRUNCATE TABLE";
    }
  }

  /**
   * COMMENT ON; no text takes the comment away.
   *
   * @param within the table of a constraint, or null
   */
  record Comment(
      ObjectKind kind, SqlIdentifier name, @Nullable SqlIdentifier within, @Nullable String text)
      implements Definition {
    @Override
    public String tag() {
      return "COMMENT";
    }
  }

  /**
   * A statement that is understood and changes nothing.
   *
   * @param missing what IF EXISTS did not find, or null
   */
  record Accepted(String tag, @Nullable String missing) implements Definition {}

  /** GRANT and REVOKE, which are understood and change nothing. */
  record Privileges(String tag) implements Definition {}
}
