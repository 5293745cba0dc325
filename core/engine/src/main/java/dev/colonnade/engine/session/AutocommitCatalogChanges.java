package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.DefinitionGuard;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.move.RowMoves;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.progress.SessionProgress;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sql.access.CatalogChanges;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Catalog changes outside of transactions: each is committed at once. */
public final class AutocommitCatalogChanges implements CatalogChanges {
  /** Limit of the wait for transactions that have written to a table whose rows are to move. */
  public static final Duration MOVE_WAIT_MAX = Duration.ofSeconds(1);

  private final EngineContext engine;
  private final SequenceAccess sequences;
  private final SessionProgress progress;

  private final Function<CatalogSnapshot, NameScope> names;

  /**
   * Creates the changes of a session.
   *
   * @param progress reports the builds of indexes
   * @param names returns the names and rights of the session in a state of the catalog
   */
  public AutocommitCatalogChanges(
      EngineContext engine,
      SequenceAccess sequences,
      SessionProgress progress,
      Function<CatalogSnapshot, NameScope> names) {
    this.progress = requireNonNull(progress, "progress is null");
    this.names = requireNonNull(names, "names is null");
    this.engine = requireNonNull(engine, "engine is null");
    this.sequences = requireNonNull(sequences, "sequences is null");
  }

  @Override
  public <T> T alter(Function<CatalogEdit, T> steps) {
    return define(
        operations ->
            operations.change(
                edit -> {
                  CatalogSnapshot before = edit.snapshot();
                  NameScope scope = names.apply(before);
                  T changed = steps.apply(edit.ownedBy(scope.privileges().roleId()));
                  DefinitionGuard.require(before, edit, scope);
                  return changed;
                }));
  }

  @Override
  public <T> T define(Function<CatalogOperations, T> change) {
    return progress.call(() -> engine.gate().run(() -> change.apply(engine.catalogOperations())));
  }

  @Override
  public void createIndex(Table table, String name, Index.Definition definition, boolean beside) {
    createIndex(table, name, definition, beside, LockWaitPolicy.FOREVER);
  }

  /** Variant of the other with a limit of the wait. */
  public void createIndex(
      Table table, String name, Index.Definition definition, boolean beside, LockWaitPolicy wait) {
    Table _ = define(operations -> operations.createIndex(table, name, definition, wait, beside));
  }

  @Override
  public boolean moveToPrimaryKey(Table table, String keyName, List<KeyColumn> key) {
    return moveToPrimaryKey(table, keyName, key, LockWaitPolicy.within(MOVE_WAIT_MAX));
  }

  /** Variant of the other that waits for transactions that have written to the table. */
  public boolean moveToPrimaryKey(
      Table table, String keyName, List<KeyColumn> key, LockWaitPolicy wait) {
    return define(operations -> new RowMoves(operations, wait).toPrimaryKey(table, keyName, key));
  }

  @Override
  public boolean moveToHiddenKey(Table table, String sequenceName) {
    return moveToHiddenKey(table, sequenceName, LockWaitPolicy.within(MOVE_WAIT_MAX));
  }

  /** Variant of the other that waits for transactions that have written to the table. */
  public boolean moveToHiddenKey(Table table, String sequenceName, LockWaitPolicy wait) {
    long sequenceId =
        sequences.create(
            Column.HIDDEN_KEY, SequenceOptions.builder().as(SequenceDataType.BIGINT).build());
    boolean done = false;
    try {
      done =
          define(
              operations ->
                  new RowMoves(operations, wait).toHiddenKey(table, sequenceId, sequenceName));
      return done;
    } finally {
      if (!done && !isInCatalog(sequenceId)) {
        sequences.discard(sequenceId);
      }
    }
  }

  /** Returns whether the catalog has a sequence: the change may have been committed and failed. */
  private boolean isInCatalog(long sequenceId) {
    return engine.catalogOperations().catalog().snapshot().relations().stream()
        .anyMatch(
            relation ->
                relation instanceof SequenceEntry sequence && sequence.sequenceId() == sequenceId);
  }

  @Override
  public void alterSequence(long sequenceId, SequenceChange change) {
    sequences.alter(sequenceId, change);
  }

  @Override
  public boolean truncate(List<Table> tables) {
    return define(
        operations -> {
          tables.forEach(operations::clear);
          return true;
        });
  }

  @Override
  public void limitRanges(Table table, long maxBytes) {
    engine.ranges().limit(table, maxBytes);
  }

  @Override
  public void splitAt(Table table, List<Key> keys) {
    engine.ranges().splitAt(table, keys);
  }
}
