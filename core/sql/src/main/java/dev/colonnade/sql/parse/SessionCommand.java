package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Command of a statement about the session itself. */
public sealed interface SessionCommand {
  /** The words of PostgreSQL's command tag. */
  String tag();

  /** BEGIN, or START TRANSACTION. */
  record Begin(String tag, TransactionModes modes) implements SessionCommand {}

  /** COMMIT, and BEGIN of another one if it is to be chained. */
  record Commit(boolean chain) implements SessionCommand {
    @Override
    public String tag() {
      return "COMMIT";
    }
  }

  /** ROLLBACK, and BEGIN of another one if it is to be chained. */
  record Rollback(boolean chain) implements SessionCommand {
    @Override
    public String tag() {
      return "ROLLBACK";
    }
  }

  /** SAVEPOINT. */
  record Savepoint(String name) implements SessionCommand {
    @Override
    public String tag() {
      return "SAVEPOINT";
    }
  }

  /** RELEASE SAVEPOINT. */
  record Release(String name) implements SessionCommand {
    @Override
    public String tag() {
      return "RELEASE";
    }
  }

  /** ROLLBACK TO SAVEPOINT. */
  record RollbackTo(String name) implements SessionCommand {
    @Override
    public String tag() {
      return "ROLLBACK";
    }
  }

  /** SET TRANSACTION. */
  record SetTransaction(TransactionModes modes) implements SessionCommand {
    @Override
    public String tag() {
      return "SET";
    }
  }

  /**
   * SET TRANSACTION SNAPSHOT.
   *
   * @param name what another session exported
   */
  record ImportSnapshot(String name) implements SessionCommand {
    @Override
    public String tag() {
      return "SET";
    }
  }

  /**
   * SET CONSTRAINTS.
   *
   * @param names empty for all
   */
  record SetConstraints(List<SqlIdentifier> names, boolean deferred) implements SessionCommand {
    public SetConstraints {
      names = List.copyOf(names);
    }

    @Override
    public String tag() {
      return "SET CONSTRAINTS";
    }
  }

  /** SET SESSION CHARACTERISTICS AS TRANSACTION. */
  record SetCharacteristics(TransactionModes modes) implements SessionCommand {
    @Override
    public String tag() {
      return "SET";
    }
  }

  /**
   * PREPARE.
   *
   * @param start where the statement begins
   */
  record Prepare(String name, List<SqlDataTypeSpec> types, SqlParserPos start)
      implements SessionCommand {
    public Prepare {
      types = List.copyOf(types);
    }

    @Override
    public String tag() {
      return "PREPARE";
    }
  }

  /** EXECUTE. */
  record Execute(String name, List<SqlNode> arguments) implements SessionCommand {
    public Execute {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String tag() {
      return "EXECUTE";
    }
  }

  /**
   * DEALLOCATE.
   *
   * @param name null for all
   */
  record Deallocate(@Nullable String name) implements SessionCommand {
    @Override
    public String tag() {
      return name == null ? "DEALLOCATE ALL" : "DEALLOCATE";
    }
  }

  /** State that DISCARD discards. */
  enum Discarded {
    ALL,
    PLANS,
    SEQUENCES,
    TEMP
  }

  /** DISCARD. */
  record Discard(Discarded what) implements SessionCommand {
    @Override
    public String tag() {
      return "DISCARD " + what;
    }
  }

  /**
   * DECLARE CURSOR.
   *
   * @param scroll whether it may go back
   * @param hold whether it is there after its transaction
   * @param start where the query begins
   */
  record DeclareCursor(String name, boolean scroll, boolean hold, SqlParserPos start)
      implements SessionCommand {
    @Override
    public String tag() {
      return "DECLARE CURSOR";
    }
  }

  /** FETCH, or MOVE. */
  record Fetch(String tag, String cursor, CursorStep step) implements SessionCommand {
    /** Returns whether the command only moves the cursor and returns no rows (MOVE). */
    public boolean isMove() {
      return tag.equals("MOVE");
    }
  }

  /**
   * CLOSE.
   *
   * @param name null for all
   */
  record CloseCursor(@Nullable String name) implements SessionCommand {
    @Override
    public String tag() {
      return name == null ? "CLOSE CURSOR ALL" : "CLOSE CURSOR";
    }
  }

  /**
   * LOCK TABLE.
   *
   * @param mode PostgreSQL's words
   */
  record LockTables(List<SqlIdentifier> tables, String mode, boolean noWait)
      implements SessionCommand {
    public LockTables {
      tables = List.copyOf(tables);
    }

    @Override
    public String tag() {
      return "LOCK TABLE";
    }
  }

  /**
   * DO.
   *
   * @param offset of the block's text in that of the statement, from 0; -1 if it stands there
   *     differently
   */
  record Block(String language, String text, int offset) implements SessionCommand {
    @Override
    public String tag() {
      return "DO";
    }
  }

  /** A statement that has nothing to do here. */
  record Nothing(String tag) implements SessionCommand {}

  /** A statement that is understood, and not supported. */
  record Unsupported(String tag) implements SessionCommand {}
}
