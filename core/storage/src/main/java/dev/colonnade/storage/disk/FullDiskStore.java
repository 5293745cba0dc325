package dev.colonnade.storage.disk;

import static java.util.Objects.requireNonNull;

import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Store;

/** Store that was opened read-only because the disk was full. */
public final class FullDiskStore extends ForwardingStore {
  private final String reason;

  /**
   * @param target store that was opened read-only
   * @param reason message for writers
   */
  public FullDiskStore(Store target, String reason) {
    super(target);
    this.reason = requireNonNull(reason, "reason is null");
  }

  @Override
  public String readOnlyReason() {
    return reason;
  }
}
