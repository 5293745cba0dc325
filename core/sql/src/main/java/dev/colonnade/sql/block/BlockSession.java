package dev.colonnade.sql.block;

import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Session in which a block runs its SQL. One thread. */
public interface BlockSession {
  /** Returns the statements of a text. */
  List<String> split(String sql);

  /** Prepares a statement whose parameters have these types; null where the type is unknown. */
  BlockQuery prepare(String sql, List<@Nullable SqlType> parameterTypes);

  void savepoint(String name);

  void release(String name);

  void rollbackTo(String name);

  /**
   * Ends the transaction and begins another one. Throws INVALID_TRANSACTION_TERMINATION if the
   * block is not allowed to end it.
   */
  void endTransaction(boolean commit, boolean chain);

  /** Adds a notice for the client. */
  void addNotice(Notice notice);

  /** Throws CANCELED or DEADLINE_EXCEEDED if the block is to end. */
  void checkCanceled();

  /**
   * Notice for the client.
   *
   * @param level debug, log, info, notice or warning
   */
  record Notice(String level, String sqlState, String message, ErrorFields fields) {}

  /** Prepared statement. */
  interface BlockQuery {
    /** Returns the first word of its command tag. */
    String command();

    boolean returnsRows();

    List<String> names();

    List<SqlType> types();

    /**
     * Returns the statement as an expression over its parameters, which evaluates faster than the
     * statement runs; null if it reads tables or depends on its session. Valid until another
     * statement runs.
     */
    @Nullable BlockExpression expression();

    /** Runs the statement; the caller closes the rows. */
    BlockRows run(List<@Nullable Object> parameters);
  }

  /** Expression over the parameters of a statement. */
  @FunctionalInterface
  interface BlockExpression {
    @Nullable Object value(@Nullable Object[] parameters);
  }

  /** Result of a statement. */
  interface BlockRows extends AutoCloseable {
    /** Returns the number of rows that the statement changed. */
    long updateCount();

    /** Returns the next row; null after the last. */
    @Nullable Object @Nullable [] next();

    @Override
    void close();
  }
}
