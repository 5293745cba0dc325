package dev.colonnade.sql.block;

import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.block.parse.SqlCheck;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a block asks of the session that runs it. One thread. */
public interface BlockSession extends SqlCheck {
  /** The statements of a text. */
  List<String> split(String sql);

  /** A statement ready to run, whose parameters have these types; null where nothing is known. */
  BlockQuery prepare(String sql, List<@Nullable SqlType> parameterTypes);

  void savepoint(String name);

  void release(String name);

  void rollbackTo(String name);

  /**
   * Ends the transaction and begins another one; INVALID_TRANSACTION_TERMINATION where it cannot.
   */
  void endTransaction(boolean commit, boolean chain);

  /** Tells the user something. */
  void say(Said said);

  /** CANCELED or DEADLINE_EXCEEDED if the block is to end. */
  void checkCanceled();

  /**
   * Something that a user is told.
   *
   * @param level debug, log, info, notice or warning
   */
  record Said(String level, String sqlState, String message, ErrorFields fields) {}

  /** A statement that is ready to run. */
  interface BlockQuery {
    /** The first word of its command tag. */
    String command();

    boolean returnsRows();

    List<String> names();

    List<SqlType> types();

    /** Runs it; whoever asks closes the rows. */
    BlockRows run(List<@Nullable Object> parameters);
  }

  /** What a statement gave. */
  interface BlockRows extends AutoCloseable {
    /** How many rows it changed. */
    long updateCount();

    /** The next row; null after the last. */
    @Nullable Object @Nullable [] next();

    @Override
    void close();
  }
}
