package dev.colonnade.mvcc.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.testing.Seed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random requests, held against searches for cycles in what the lock table lists. */
class DeadlockDetectorTest {
  private static final int STEPS = 4_000;
  private static final List<LockStrength> STRENGTHS = List.of(LockStrength.values());

  private final LockTable table = new LockTable(LockLimits.DEFAULT);
  private final List<LockOwner> owners = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {3, 6, 12})
  void shouldFindExactlyTheCycles(int ownerCount) {
    long seed = Seed.of("DeadlockDetectorTest") + ownerCount;
    Random random = new Random(seed);
    for (int i = 0; i < ownerCount; i++) {
      owners.add(table.newOwner());
    }
    int deadlockCount = 0;
    for (int step = 0; step < STEPS; step++) {
      LockOwner owner = owners.get(random.nextInt(ownerCount));
      if (owner.waitsFor() != null) {
        continue;
      }
      if (random.nextInt(6) == 0) {
        table.releaseAll(owner);
        continue;
      }
      Key key = Key.wrap(new byte[] {(byte) random.nextInt(4)});
      LockStrength strength = STRENGTHS.get(random.nextInt(STRENGTHS.size()));
      LockSnapshot before = table.snapshot(_ -> true);
      String where = "seed=%d step=%d".formatted(seed, step);
      try {
        table.request(owner, key, strength);
        assertThat(hasCycle(table.snapshot(_ -> true))).as(where).isFalse();
      } catch (ColonnadeException e) {
        assertThat(e.code()).as(where).isEqualTo(ErrorCode.DEADLOCK_DETECTED);
        assertThat(reachable(before, conflicting(before, owner, key, strength)))
            .as(where)
            .contains(owner.party());
        deadlockCount++;
        table.releaseAll(owner);
      }
    }
    assertThat(deadlockCount).isPositive();
    assertThat(table.statistics().deadlocks()).isEqualTo(deadlockCount);
  }

  private static Map<LockParty, List<LockParty>> graph(LockSnapshot snapshot) {
    Map<LockParty, List<LockParty>> blockers = new HashMap<>();
    snapshot.waiting().forEach(wait -> blockers.put(wait.wanted().owner(), wait.blockers()));
    return blockers;
  }

  private static boolean hasCycle(LockSnapshot snapshot) {
    return graph(snapshot).entrySet().stream()
        .anyMatch(entry -> reachable(snapshot, entry.getValue()).contains(entry.getKey()));
  }

  private static Set<LockParty> reachable(LockSnapshot snapshot, List<LockParty> from) {
    Map<LockParty, List<LockParty>> graph = graph(snapshot);
    Set<LockParty> met = new HashSet<>();
    Deque<LockParty> toVisit = new ArrayDeque<>(from);
    while (!toVisit.isEmpty()) {
      LockParty next = toVisit.remove();
      if (met.add(next)) {
        toVisit.addAll(graph.getOrDefault(next, List.of()));
      }
    }
    return met;
  }

  /** Returns the other owners with a conflicting lock or request of a key. */
  private static List<LockParty> conflicting(
      LockSnapshot snapshot, LockOwner owner, Key key, LockStrength strength) {
    List<LockSnapshot.Lock> locks = new ArrayList<>(snapshot.held());
    snapshot.waiting().forEach(wait -> locks.add(wait.wanted()));
    return locks.stream()
        .filter(lock -> lock.key().equals(key) && lock.strength().conflictsWith(strength))
        .map(LockSnapshot.Lock::owner)
        .filter(party -> !party.equals(owner.party()))
        .toList();
  }
}
