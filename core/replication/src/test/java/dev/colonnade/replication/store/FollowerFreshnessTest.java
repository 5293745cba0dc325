package dev.colonnade.replication.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the age that a follower proves by read indexes. */
@Timeout(60)
class FollowerFreshnessTest {
  private static final long MILLIS = 1_000_000;

  private final AtomicLong now = new AtomicLong(-5);
  private final List<CompletableFuture<Void>> requests = new ArrayList<>();
  private volatile @Nullable Thread lastRequester;
  private final FollowerFreshness freshness =
      new FollowerFreshness(this::request, now::get, 500 * MILLIS);

  private synchronized CompletableFuture<Void> request() {
    CompletableFuture<Void> request = new CompletableFuture<>();
    requests.add(request);
    lastRequester = Thread.currentThread();
    return request;
  }

  private synchronized int count() {
    return requests.size();
  }

  private CompletableFuture<Void> request(int index) {
    while (count() <= index) {
      Thread.onSpinWait();
    }
    return requests.get(index);
  }

  private CompletableFuture<Void> require(long ageNanosMax) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                freshness.require(ageNanosMax);
                done.complete(null);
              } catch (RuntimeException e) {
                done.completeExceptionally(e);
              }
            });
    return done;
  }

  @Test
  void shouldMeasureTheAgeFromTheStartOfTheRequest() {
    assertThat(freshness.isWithin(100 * MILLIS)).isFalse();
    now.addAndGet(30 * MILLIS);
    request(0).complete(null);
    assertThat(freshness.isWithin(100 * MILLIS)).isTrue();
    assertThat(freshness.isWithin(29 * MILLIS)).isFalse();
    assertThat(freshness.isWithin(0)).isFalse();
  }

  @Test
  void shouldRenewBeforeThePermittedAgeIsOver() {
    assertThat(freshness.isWithin(100 * MILLIS)).isFalse();
    request(0).complete(null);
    now.addAndGet(50 * MILLIS);
    assertThat(freshness.isWithin(100 * MILLIS)).isTrue();
    assertThat(count()).isEqualTo(1);
    now.addAndGet(MILLIS);
    assertThat(freshness.isWithin(100 * MILLIS)).isTrue();
    assertThat(count()).isEqualTo(2);
    now.addAndGet(50 * MILLIS);
    assertThat(freshness.isWithin(100 * MILLIS)).isFalse();
  }

  @Test
  void shouldServeReadsForMostOfALongAgeWithoutALeader() {
    long bound = 10_000 * MILLIS;
    assertThat(freshness.isWithin(bound)).isFalse();
    request(0).complete(null);
    now.addAndGet(bound / 8);
    assertThat(freshness.isWithin(bound)).isTrue();
    assertThat(count()).isEqualTo(1);
    now.addAndGet(MILLIS);
    assertThat(freshness.isWithin(bound)).isTrue();
    request(1).complete(null);
    // The leader ends just before the next renewal.
    now.addAndGet(bound / 8);
    assertThat(freshness.isWithin(bound)).isTrue();
    now.addAndGet(bound * 7 / 8);
    assertThat(freshness.isWithin(bound)).isTrue();
    now.addAndGet(MILLIS);
    assertThat(freshness.isWithin(bound)).isFalse();
  }

  @Test
  void shouldNotJoinALinearizableReadToAnEarlierRequest() throws Exception {
    CompletableFuture<Void> first = require(0);
    CompletableFuture<Void> index = request(0);
    CompletableFuture<Void> second = require(0);
    while (freshness.waiting() == 0) {
      Thread.onSpinWait();
    }
    index.complete(null);
    first.get(120, TimeUnit.SECONDS);
    assertThat(second).isNotDone();
    request(1).complete(null);
    second.get(120, TimeUnit.SECONDS);
  }

  @Test
  void shouldNotRequestOnTheThreadThatCompletesARequest() throws Exception {
    CompletableFuture<Void> first = require(0);
    CompletableFuture<Void> index = request(0);
    CompletableFuture<Void> second = require(0);
    while (freshness.waiting() == 0) {
      Thread.onSpinWait();
    }
    index.complete(null);
    CompletableFuture<Void> next = request(1);
    assertThat(lastRequester).isNotSameAs(Thread.currentThread());
    next.complete(null);
    first.get(120, TimeUnit.SECONDS);
    second.get(120, TimeUnit.SECONDS);
  }

  @Test
  void shouldRequestAgainAfterAFailure() throws Exception {
    CompletableFuture<Void> read = require(10 * MILLIS);
    request(0).completeExceptionally(new IllegalStateException("no leader"));
    request(1).complete(null);
    read.get(120, TimeUnit.SECONDS);
  }

  @Test
  void shouldFailWhenNoLeaderConfirmsInTime() {
    assertThatThrownBy(() -> freshness.require(7 * MILLIS))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE))
        .hasMessageContaining("at most 7 ms old");
  }
}
