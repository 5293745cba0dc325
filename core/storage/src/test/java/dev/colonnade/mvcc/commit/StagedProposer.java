package dev.colonnade.mvcc.commit;

import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Writes to a store, and before that does what the test has staged, in the middle of the leader's
 * work: what is submitted there meets a pipeline that has a leader, as it would come from other
 * threads.
 */
public final class StagedProposer implements Proposer {
  private final LocalProposer local;
  private final Deque<Runnable> staged = new ArrayDeque<>();
  private final Deque<Runnable> stagedSyncs = new ArrayDeque<>();
  private final List<Durability> durabilities = new ArrayList<>();

  public StagedProposer(Store store) {
    local = new LocalProposer(store);
  }

  /** Has {@code action} run before the next group that has no action yet is written. */
  public void duringNext(Runnable action) {
    staged.add(action);
  }

  /** Has {@code action} run before the next sync that has no action yet. */
  public void duringNextSync(Runnable action) {
    stagedSyncs.add(action);
  }

  /** Forgets what is staged. */
  public void clear() {
    staged.clear();
    stagedSyncs.clear();
  }

  /** How durable the groups written so far were asked to be. */
  List<Durability> durabilities() {
    return durabilities;
  }

  @Override
  public CompletionStage<Void> propose(Batch batch, Durability durability) {
    durabilities.add(durability);
    Runnable action = staged.poll();
    if (action != null) {
      action.run();
    }
    return local.propose(batch, durability);
  }

  @Override
  public CompletionStage<Void> sync() {
    Runnable action = stagedSyncs.poll();
    if (action != null) {
      action.run();
    }
    return local.sync();
  }
}
