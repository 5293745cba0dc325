package dev.colonnade.sql.command.copy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.EncodedRowSource;
import dev.colonnade.sql.access.row.InsertLocking;
import dev.colonnade.sql.copy.CopyBatch;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyTextDecoder;
import dev.colonnade.sql.copy.CopyTextRows;
import dev.colonnade.sql.execute.modify.row.AllocatedValues;
import dev.colonnade.sql.privilege.StatementPrivileges;
import dev.colonnade.sql.run.InsertParameterRows;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.statement.context.StatementContexts;
import dev.colonnade.type.row.RowWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * COPY FROM. Its one parameter is a batch of rows.
 *
 * @param decoder writes rows of text without an object for each value; null if it cannot
 * @param privileges on the table and its columns
 * @param condition of WHERE; null for all rows
 */
record CopyFrom(
    InsertParameterRows rows,
    @Nullable CopyTextDecoder decoder,
    @Nullable CopyCondition condition,
    CopyDescription description,
    StatementPrivileges privileges)
    implements PreparedStatement {
  private static final String COMMAND = "COPY";

  /** SQLSTATE class of values that cannot be read. */
  private static final String DATA_EXCEPTION = "22";

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public void requirePrivileges(StatementTransaction transaction) {
    privileges.require(transaction.names(), transaction.catalog());
    if (description.file() != null) {
      ServerFiles.require(transaction.names(), true);
    }
  }

  @Override
  public CopyDescription copy() {
    return description;
  }

  @Override
  public StatementResult run(Execution execution) {
    if (execution.parameters().size() != 1
        || !(execution.parameters().getFirst() instanceof CopyBatch batch)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          description.file() == null
              ? "COPY FROM STDIN needs a client that sends the rows"
              : "COPY from a file needs a client of PostgreSQL's protocol");
    }
    requirePrivileges(execution.transaction());
    StatementContext context = StatementContexts.of(execution, execution.parameters().size());
    StatementWrites writes = execution.transaction().writes();
    AllocatedValues allocated = rows.allocate(batch.size(), context);
    int count = batch.size();
    if (!writeEncoded(writes, batch, allocated)) {
      count = write(writes, batch, read(context, batch, allocated), context);
    }
    batch.markAllRead();
    return StatementResult.changed(COMMAND, count);
  }

  /** Writes the rows that satisfy the condition, and returns their number. */
  private int write(
      StatementWrites writes,
      CopyBatch batch,
      List<@Nullable Object[]> read,
      StatementContext context) {
    if (condition == null) {
      writes.insertAll(rows.plan().table(), read, batch::setPosition);
      return read.size();
    }
    List<@Nullable Object[]> chosen = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < read.size(); i++) {
      batch.setPosition(i);
      if (condition.test(read.get(i), context)) {
        chosen.add(read.get(i));
        positions.add(i);
      }
    }
    writes.insertAll(
        rows.plan().table(),
        chosen,
        index -> batch.setPosition(index < positions.size() ? positions.get(index) : batch.size()));
    return chosen.size();
  }

  private List<@Nullable Object[]> read(
      StatementContext context, CopyBatch batch, AllocatedValues allocated) {
    try {
      return rows.rows(batch.size(), batch::row, allocated, context);
    } catch (ColonnadeException e) {
      if (e.code().sqlState().startsWith(DATA_EXCEPTION)) {
        findFailedColumn(context, batch, allocated);
      }
      throw e;
    }
  }

  /** Finds the value that is invalid: the one that is rejected though all others are NULL. */
  private void findFailedColumn(
      StatementContext context, CopyBatch batch, AllocatedValues allocated) {
    int width = description.columnNames().size();
    for (int i = 0; i < width; i++) {
      @Nullable Object[] alone = new @Nullable Object[width];
      try {
        alone[i] = batch.row(batch.position())[i];
      } catch (ColonnadeException _) {
        return; // bytes that are no text: the row as a whole is invalid
      }
      try {
        rows.rows(1, _ -> alone, allocated, context);
      } catch (ColonnadeException _) {
        batch.setFailedColumn(i);
        return;
      }
    }
  }

  /** Writes rows of text without an object for each value; returns false if a row needs them. */
  private boolean writeEncoded(StatementWrites writes, CopyBatch batch, AllocatedValues allocated) {
    return decoder != null
        && condition == null
        && batch.rows() instanceof CopyTextRows text
        && writes.insertStored(
            rows.plan().table(), new EncodedFields(decoder, text, allocated), InsertLocking.NONE);
  }

  /** Fields of text that are encoded as they are stored. */
  private record EncodedFields(
      CopyTextDecoder decoder, CopyTextRows text, AllocatedValues allocated)
      implements EncodedRowSource {
    @Override
    public int count() {
      return text.size();
    }

    @Override
    public boolean put(int index, RowWriter into) {
      boolean isPut = decoder.put(text, index, into);
      if (isPut) {
        allocated.put(index, into);
      }
      return isPut;
    }
  }
}
