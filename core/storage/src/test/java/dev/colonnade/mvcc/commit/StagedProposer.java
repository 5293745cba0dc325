package dev.colonnade.mvcc.commit;

import dev.colonnade.mvcc.commit.extension.LocalProposer;
import dev.colonnade.mvcc.commit.extension.Proposer;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Test proposer that runs staged actions before it writes to a store, on the leader thread: a batch
 * submitted by an action is queued behind an active leader, as if it came from another thread.
 */
public final class StagedProposer implements Proposer {
  private final LocalProposer local;
  private final Deque<Runnable> staged = new ArrayDeque<>();
  private final Deque<Runnable> stagedSyncs = new ArrayDeque<>();
  private final List<Durability> durabilities = new ArrayList<>();

  public StagedProposer(Store store) {
    local = new LocalProposer(store);
  }

  /** Stages an action that runs before the write of the next group without an action. */
  public void duringNext(Runnable action) {
    staged.add(action);
  }

  /** Stages an action that runs before the next sync without an action. */
  public void duringNextSync(Runnable action) {
    stagedSyncs.add(action);
  }

  /** Removes all staged actions. */
  public void clear() {
    staged.clear();
    stagedSyncs.clear();
  }

  /** Returns the requested durabilities of the groups written so far. */
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
