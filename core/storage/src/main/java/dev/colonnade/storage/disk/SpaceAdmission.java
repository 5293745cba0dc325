package dev.colonnade.storage.disk;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.commit.extension.WriteAdmission;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.disk.DiskSpace;

/**
 * Admission control of a store whose disk is full: refuses batches that write rows with DISK_FULL,
 * and admits those that delete rows or write records of the catalog and of sequences, which the
 * reserve has space for. While the disk has space, another admission control decides alone.
 */
public final class SpaceAdmission implements WriteAdmission {
  private final DiskSpace space;
  private final WriteAdmission next;

  public SpaceAdmission(DiskSpace space, WriteAdmission next) {
    this.space = requireNonNull(space, "space is null");
    this.next = requireNonNull(next, "next is null");
  }

  @Override
  public Ticket enter(Mutations mutations, boolean mayWait) {
    if (space.isLow() && writesRows(mutations)) {
      space.requireForRows();
    }
    return next.enter(mutations, mayWait);
  }

  /** A large commit writes its history and, if it fails, everything once more to undo it. */
  @Override
  public void enterLarge() {
    space.requireForLargeCommit();
    next.enterLarge();
  }

  private static boolean writesRows(Mutations mutations) {
    for (Mutation mutation : mutations.all()) {
      if (mutation instanceof Mutation.OfRow row && row.value() != null) {
        return true;
      }
    }
    return false;
  }
}
