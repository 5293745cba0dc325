package dev.colonnade.mvcc.lock;

import static dev.colonnade.mvcc.lock.LockStrength.KEY_SHARE;
import static dev.colonnade.mvcc.lock.LockStrength.NO_KEY_UPDATE;
import static dev.colonnade.mvcc.lock.LockStrength.SHARE;
import static dev.colonnade.mvcc.lock.LockStrength.UPDATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.testing.Seed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LockTableTest {
  private static final List<LockStrength> STRENGTHS =
      List.of(KEY_SHARE, SHARE, NO_KEY_UPDATE, UPDATE);

  private final LockTable table = new LockTable(LockLimits.DEFAULT);
  private final LockOwner ann = table.newOwner();
  private final LockOwner bob = table.newOwner();
  private final LockOwner cid = table.newOwner();

  @Test
  void shouldConflictAsPostgresqlDoes() {
    boolean[][] conflicts = {
      {false, false, false, true},
      {false, false, true, true},
      {false, true, true, true},
      {true, true, true, true}
    };
    for (int held = 0; held < STRENGTHS.size(); held++) {
      for (int wanted = 0; wanted < STRENGTHS.size(); wanted++) {
        assertThat(table.tryLock(ann, key("a"), STRENGTHS.get(held))).isTrue();
        assertThat(table.tryLock(bob, key("a"), STRENGTHS.get(wanted)))
            .as("%s beside %s", STRENGTHS.get(wanted), STRENGTHS.get(held))
            .isEqualTo(!conflicts[held][wanted]);
        table.releaseAll(ann);
        table.releaseAll(bob);
      }
    }
    assertThat(table.isEmpty()).isTrue();
  }

  @Test
  void shouldListOwnersListedKeysAndWaits() {
    LockOwner dan = table.newOwner(7);
    take(dan, "a", UPDATE);
    take(dan, "b", SHARE);
    table.request(bob, key("a"), UPDATE);
    table.request(cid, key("a"), SHARE);
    LockSnapshot all = table.snapshot(key("b")::equals);
    assertThat(all.owners()).containsExactly(dan.party());
    assertThat(all.held()).containsExactly(new LockSnapshot.Lock(dan.party(), key("b"), SHARE));
    assertThat(all.waiting())
        .containsExactly(
            new LockSnapshot.Wait(
                new LockSnapshot.Lock(bob.party(), key("a"), UPDATE),
                false,
                List.of(dan.party()),
                List.of()),
            new LockSnapshot.Wait(
                new LockSnapshot.Lock(cid.party(), key("a"), SHARE),
                false,
                List.of(dan.party()),
                List.of(bob.party())));
    table.releaseAll(dan);
    assertThat(table.snapshot(key("b")::equals).held()).isEmpty();
  }

  @Test
  void shouldListTheSessionsThatBlockASession() {
    LockOwner dan = table.newOwner(7);
    LockOwner eve = table.newOwner(8);
    LockOwner fay = table.newOwner(9);
    take(dan, "a", UPDATE);
    take(ann, "b", UPDATE);
    table.request(eve, key("a"), UPDATE);
    table.request(fay, key("b"), UPDATE);
    LockSnapshot all = table.snapshot(key -> false);
    assertThat(all.blockersOf(8)).containsExactly(7);
    assertThat(all.blockersOf(9)).containsExactly(LockParty.NO_SESSION);
    assertThat(all.blockersOf(7)).isEmpty();
  }

  @Test
  void shouldListWaitsForTheEndOfAnEscalation() {
    LockOwner dan = table.newOwner(7);
    LockOwner eve = table.newOwner(8);
    take(dan, "prefix1", UPDATE);
    assertThat(table.escalate(dan, key("prefix1"))).isNull();
    table.request(eve, key("prefix2"), UPDATE);
    LockSnapshot all = table.snapshot(key -> false);
    assertThat(all.owners()).containsExactly(dan.party());
    assertThat(all.waiting()).hasSize(1);
    assertThat(all.waiting().getFirst().isForIndex()).isTrue();
    assertThat(all.blockersOf(8)).containsExactly(7);
  }

  @Test
  void shouldGrantRequestsInFifoOrder() {
    take(ann, "a", UPDATE);
    LockRequest first = table.request(bob, key("a"), UPDATE);
    LockRequest second = table.request(cid, key("a"), KEY_SHARE);
    assertThat(first.isGranted()).isFalse();
    assertThat(second.isGranted()).isFalse();
    table.releaseAll(ann);
    assertThat(first.isGranted()).isTrue();
    assertThat(second.isGranted()).isFalse();
    table.releaseAll(bob);
    assertThat(second.isGranted()).isTrue();
    assertThat(second.granted()).isCompleted();
  }

  @Test
  void shouldNotOvertakeAConflictingWaitingRequest() {
    take(ann, "a", SHARE);
    LockRequest writer = table.request(bob, key("a"), NO_KEY_UPDATE);
    assertThat(table.tryLock(cid, key("a"), SHARE)).isFalse();
    assertThat(table.tryLock(cid, key("a"), KEY_SHARE)).isTrue();
    table.releaseAll(ann);
    assertThat(writer.isGranted()).isTrue();
  }

  @Test
  void shouldGrantAllCompatibleRequests() {
    take(ann, "a", UPDATE);
    LockRequest one = table.request(bob, key("a"), SHARE);
    LockRequest two = table.request(cid, key("a"), SHARE);
    table.releaseAll(ann);
    assertThat(one.isGranted()).isTrue();
    assertThat(two.isGranted()).isTrue();
  }

  @Test
  void shouldGrantAnUpgradeBeforeWaitingRequests() {
    take(ann, "a", SHARE);
    take(bob, "a", KEY_SHARE);
    LockRequest waits = table.request(cid, key("a"), UPDATE);
    assertThat(table.tryLock(ann, key("a"), NO_KEY_UPDATE)).isTrue();
    table.releaseAll(ann);
    assertThat(waits.isGranted()).isFalse();
    table.releaseAll(bob);
    assertThat(waits.isGranted()).isTrue();
  }

  @Test
  void shouldReleaseLocksSinceAMark() {
    take(ann, "a", SHARE);
    int mark = ann.mark();
    take(ann, "a", UPDATE);
    take(ann, "b", UPDATE);
    assertThat(table.tryLock(bob, key("a"), SHARE)).isFalse();
    table.releaseSince(ann, mark);
    assertThat(table.tryLock(bob, key("b"), UPDATE)).isTrue();
    assertThat(table.tryLock(bob, key("a"), SHARE)).isTrue();
    assertThat(table.tryLock(bob, key("a"), UPDATE)).isFalse();
    assertThat(table.statistics().held()).isEqualTo(3);
  }

  @Test
  void shouldGrantLaterRequestsWhenAWaitingRequestIsWithdrawn() {
    take(ann, "a", SHARE);
    LockRequest writer = table.request(bob, key("a"), UPDATE);
    LockRequest reader = table.request(cid, key("a"), SHARE);
    assertThat(reader.isGranted()).isFalse();
    assertThat(table.withdraw(writer)).isTrue();
    assertThat(reader.isGranted()).isTrue();
    assertThat(writer.isGranted()).isFalse();
    assertThat(table.withdraw(reader)).isFalse();
    take(bob, "b", UPDATE); // may request again
  }

  @Test
  void shouldDetectADeadlockOfTwoOwners() {
    take(ann, "a", UPDATE);
    take(bob, "b", UPDATE);
    LockRequest waits = table.request(ann, key("b"), UPDATE);
    assertFails(() -> table.request(bob, key("a"), UPDATE), ErrorCode.DEADLOCK_DETECTED);
    table.releaseAll(bob);
    assertThat(waits.isGranted()).isTrue();
    assertThat(table.statistics().deadlocks()).isEqualTo(1);
  }

  @Test
  void shouldDetectADeadlockOfThreeOwners() {
    take(ann, "a", UPDATE);
    take(bob, "b", UPDATE);
    take(cid, "c", UPDATE);
    table.request(ann, key("b"), SHARE);
    table.request(bob, key("c"), SHARE);
    assertFails(() -> table.request(cid, key("a"), SHARE), ErrorCode.DEADLOCK_DETECTED);
  }

  @Test
  void shouldDetectADeadlockOfTwoUpgradesOfOneLock() {
    take(ann, "a", SHARE);
    take(bob, "a", SHARE);
    LockRequest waits = table.request(ann, key("a"), UPDATE);
    assertFails(() -> table.request(bob, key("a"), UPDATE), ErrorCode.DEADLOCK_DETECTED);
    assertThat(waits.isGranted()).isFalse();
    table.releaseAll(bob);
    assertThat(waits.isGranted()).isTrue();
  }

  @Test
  void shouldDetectADeadlockThroughAWaitQueue() {
    take(ann, "a", SHARE);
    take(cid, "c", UPDATE);
    table.request(bob, key("a"), UPDATE); // waits for ann
    table.request(ann, key("c"), UPDATE); // waits for cid
    // would wait for bob only because bob's request precedes it in the queue
    assertFails(() -> table.request(cid, key("a"), SHARE), ErrorCode.DEADLOCK_DETECTED);
  }

  @Test
  void shouldReportNoDeadlockInALongWaitQueue() {
    take(ann, "a", UPDATE);
    List<LockRequest> line = new ArrayList<>();
    for (int index = 0; index < 1000; index++) {
      line.add(table.request(table.newOwner(), key("a"), UPDATE));
    }
    table.releaseAll(ann);
    for (LockRequest next : line) {
      assertThat(next.isGranted()).isTrue();
      table.releaseAll(next.owner());
    }
    assertThat(table.statistics()).isEqualTo(new LockStatistics(0, 0, 1000, 0, 0));
  }

  @Test
  void shouldEnforceItsLimits() {
    LockTable small = new LockTable(new LockLimits(3, 2, 1));
    LockOwner one = small.newOwner();
    LockOwner two = small.newOwner();
    small.request(one, key("a"), UPDATE);
    small.request(one, key("b"), UPDATE);
    assertFails(() -> small.request(one, key("c"), UPDATE), ErrorCode.OUT_OF_LOCKS);
    assertFails(() -> small.tryLock(one, key("c"), UPDATE), ErrorCode.OUT_OF_LOCKS);
    small.request(two, key("c"), UPDATE);
    assertFails(() -> small.request(two, key("d"), UPDATE), ErrorCode.OUT_OF_LOCKS);
    LockRequest waits = small.request(small.newOwner(), key("a"), UPDATE);
    assertFails(() -> small.request(small.newOwner(), key("a"), UPDATE), ErrorCode.OUT_OF_LOCKS);
    small.releaseAll(one);
    small.releaseAll(two);
    assertThat(waits.isGranted()).isTrue();
    small.releaseAll(waits.owner());
    assertThat(small.isEmpty()).isTrue();
  }

  @Test
  void shouldNeverGrantConflictingLocksNorLoseARequest() {
    long seed = Seed.of("LockTableTest");
    Random random = new Random(seed);
    List<LockOwner> owners = new ArrayList<>();
    for (int index = 0; index < 6; index++) {
      owners.add(table.newOwner());
    }
    for (int step = 0; step < 20_000; step++) {
      LockOwner owner = owners.get(random.nextInt(owners.size()));
      LockRequest waitsFor = owner.waitsFor();
      if (waitsFor != null) {
        if (random.nextInt(8) == 0) {
          table.withdraw(waitsFor);
        }
      } else if (random.nextInt(6) == 0) {
        table.releaseSince(owner, random.nextInt(owner.count() + 1));
      } else {
        requestOrBreakCycle(random, owner);
      }
      assertThat(owners.stream().anyMatch(each -> each.waitsFor() == null))
          .as("seed=%s step=%s: all owners wait", seed, step)
          .isTrue();
    }
    finish(owners);
    assertThat(table.isEmpty()).as("seed=%s", seed).isTrue();
  }

  private void requestOrBreakCycle(Random random, LockOwner owner) {
    Key key = key(String.valueOf((char) ('a' + random.nextInt(4))));
    LockStrength strength = STRENGTHS.get(random.nextInt(STRENGTHS.size()));
    try {
      LockRequest request = table.request(owner, key, strength);
      assertConsistent(request.queue());
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.DEADLOCK_DETECTED);
      table.releaseAll(owner);
    }
  }

  private static void assertConsistent(LockQueue queue) {
    for (LockQueue.Hold left : queue.holds()) {
      for (LockQueue.Hold right : queue.holds()) {
        assertThat(left.equals(right) || !left.strength().conflictsWith(right.strength())).isTrue();
      }
    }
    assertThat(queue.pollGrantable()).as("grantable request left in the queue").isNull();
  }

  private void finish(List<LockOwner> owners) {
    List<LockOwner> left = new ArrayList<>(owners);
    while (!left.isEmpty()) {
      LockOwner next =
          left.stream()
              .filter(owner -> owner.waitsFor() == null)
              .min(Comparator.comparing(LockOwner::id))
              .orElseThrow();
      table.releaseAll(next);
      left.remove(next);
    }
  }

  private void take(LockOwner owner, String key, LockStrength strength) {
    assertThat(table.request(owner, key(key), strength).isGranted()).isTrue();
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static Key key(String text) {
    return Key.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Key row(int number) {
    return Key.wrap(new byte[] {0, 0, 0, 9, 0, 0, 1, (byte) number});
  }

  @Test
  void shouldEscalateAfterTheFirstOfManyExpectedLocks() {
    LockOwner one = table.newOwner();
    one.expect(5);
    assertThat(table.tryLock(one, row(1), LockStrength.UPDATE)).isTrue();
    assertThat(table.isEscalationDue(one)).as("few locks are expected").isFalse();
    one.expect(Integer.MAX_VALUE);
    assertThat(table.isEscalationDue(one)).isFalse();
    assertThat(table.tryLock(one, row(2), LockStrength.UPDATE)).isTrue();
    assertThat(table.isEscalationDue(one)).isTrue();
    assertThat(table.escalate(one, row(2))).isNull();
    assertThat(table.isEscalationDue(one)).isFalse();
    assertThat(one.count()).isZero();
    assertThat(table.isHeld(one, row(3), LockStrength.UPDATE)).isTrue();
    table.releaseAll(one);
    assertThat(table.isEmpty()).isTrue();
  }

  @Test
  void shouldEscalateLocksOfAnIndex() {
    LockOwner one = table.newOwner();
    LockOwner two = table.newOwner();
    assertThat(table.tryLock(one, row(1), LockStrength.NO_KEY_UPDATE)).isTrue();
    assertThat(table.tryLock(one, row(2), LockStrength.SHARE)).isTrue();
    assertThat(table.escalate(one, row(1))).isNull();
    assertThat(one.count()).isZero();
    assertThat(table.isHeld(one, row(7), LockStrength.NO_KEY_UPDATE)).isTrue();
    assertThat(table.isHeld(one, row(7), LockStrength.UPDATE)).isFalse();
    assertThat(table.tryLock(two, row(7), LockStrength.SHARE)).isFalse();
    assertThat(table.tryLock(two, row(7), LockStrength.KEY_SHARE)).isTrue();
    assertThat(table.tryLock(two, Key.wrap(new byte[] {0, 0, 0, 9, 0, 0}), LockStrength.UPDATE))
        .as("lock key of the table")
        .isTrue();
    assertThat(table.escalate(one, row(1))).isNull();
    table.releaseAll(two);
    table.releaseAll(one);
    assertThat(table.isEmpty()).isTrue();
  }

  @Test
  void shouldNotEscalateOverLocksOfOthers() {
    LockOwner one = table.newOwner();
    LockOwner two = table.newOwner();
    assertThat(table.tryLock(one, row(1), LockStrength.UPDATE)).isTrue();
    assertThat(table.tryLock(two, row(2), LockStrength.KEY_SHARE)).isTrue();
    assertThat(table.escalate(one, row(1))).isEqualTo(row(2));
    assertThat(table.tryLock(two, row(3), LockStrength.UPDATE)).isTrue();
    assertThat(table.isHeld(one, row(4), LockStrength.UPDATE)).isFalse();
    table.releaseAll(two);
    assertThat(table.escalate(one, row(1))).isNull();
    assertThat(table.isHeld(one, row(4), LockStrength.UPDATE)).isTrue();
    table.releaseAll(one);
    assertThat(table.isEmpty()).isTrue();
  }

  @Test
  void shouldWaitForTheEndOfAnEscalation() {
    LockOwner one = table.newOwner();
    LockOwner two = table.newOwner();
    assertThat(table.tryLock(one, row(1), LockStrength.UPDATE)).isTrue();
    assertThat(table.escalate(one, row(1))).isNull();
    LockRequest waiting = table.request(two, row(5), LockStrength.UPDATE);
    assertThat(waiting.isForEscalation()).isTrue();
    assertThat(waiting.isGranted()).isFalse();
    LockOwner three = table.newOwner();
    LockRequest withdrawn = table.request(three, row(6), LockStrength.SHARE);
    assertThat(table.withdraw(withdrawn)).isTrue();
    table.releaseAll(one);
    assertThat(waiting.isGranted()).isTrue();
    table.releaseAll(two);
    assertThat(table.isEmpty()).isTrue();
  }

  @Test
  void shouldDetectADeadlockThroughAnEscalation() {
    LockOwner one = table.newOwner();
    LockOwner two = table.newOwner();
    Key elsewhere = Key.wrap(new byte[] {0, 0, 0, 8, 0, 0, 1, 1});
    assertThat(table.tryLock(two, elsewhere, LockStrength.UPDATE)).isTrue();
    assertThat(table.tryLock(one, row(1), LockStrength.UPDATE)).isTrue();
    assertThat(table.escalate(one, row(1))).isNull();
    LockRequest waiting = table.request(two, row(5), LockStrength.UPDATE);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> table.request(one, elsewhere, LockStrength.UPDATE))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLOCK_DETECTED));
    table.releaseAll(one);
    assertThat(waiting.isGranted()).isTrue();
    table.releaseAll(two);
    assertThat(table.isEmpty()).isTrue();
  }

  @Test
  void shouldNotReleaseEarlierLocksAtASavepointAfterAnEscalation() {
    LockOwner one = table.newOwner();
    Key elsewhere = Key.wrap(new byte[] {0, 0, 0, 8, 0, 0, 1, 1});
    assertThat(table.tryLock(one, row(1), LockStrength.UPDATE)).isTrue();
    assertThat(table.tryLock(one, elsewhere, LockStrength.UPDATE)).isTrue();
    int mark = one.mark();
    assertThat(table.tryLock(one, row(2), LockStrength.UPDATE)).isTrue();
    assertThat(table.escalate(one, row(1))).isNull();
    table.releaseSince(one, mark);
    assertThat(table.isHeld(one, elsewhere, LockStrength.UPDATE)).isTrue();
    assertThat(table.isHeld(one, row(2), LockStrength.UPDATE)).isTrue();
  }

  @Test
  void shouldLimitTheBytesOfLocks() {
    LockTable small = new LockTable(new LockLimits(100, 100, 10, 1_000, 100));
    LockOwner one = small.newOwner();
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(
            () -> {
              for (int number = 0; number < 10; number++) {
                small.tryLock(one, row(number), LockStrength.UPDATE);
              }
            })
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_LOCKS));
    assertThat(one.count()).isEqualTo(4);
  }
}
