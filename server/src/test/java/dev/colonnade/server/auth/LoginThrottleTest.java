package dev.colonnade.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {
  private final AtomicLong now = new AtomicLong(1);
  private final LoginThrottle throttle = new LoginThrottle(now::get);
  private final InetAddress attacker = address("192.0.2.7");
  private final InetAddress other = address("192.0.2.8");

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private void fail(InetAddress address, String user, int count) {
    for (int i = 0; i < count; i++) {
      throttle.failed(address, user);
    }
  }

  @Test
  void shouldNotDelayTheFirstFailures() {
    fail(attacker, "ada", LoginThrottle.USER_FREE - 1);
    assertThat(throttle.reserveNanos(attacker, "ada")).isZero();
  }

  @Test
  void shouldDelayLongerWithEachFailureUpToTheMaximum() {
    fail(attacker, "ada", LoginThrottle.USER_FREE);
    long before = 0;
    for (int i = 0; i < 12; i++) {
      long wait = throttle.reserveNanos(attacker, "ada");
      assertThat(wait).isBetween(before, LoginThrottle.USER_DELAY_MAX_NANOS);
      before = wait;
      now.addAndGet(wait);
      throttle.failed(attacker, "ada");
    }
    assertThat(before).isEqualTo(LoginThrottle.USER_DELAY_MAX_NANOS);
  }

  @Test
  void shouldGiveParallelChecksDifferentSlotsAndRefuseThoseThatWouldWaitTooLong() {
    fail(attacker, "ada", LoginThrottle.USER_FREE + 5);
    long first = throttle.reserveNanos(attacker, "ada");
    long second = throttle.reserveNanos(attacker, "ada");
    assertThat(second).isGreaterThan(first);
    assertThat(throttle.reserveNanos(attacker, "ada")).isEqualTo(-1);
  }

  @Test
  void shouldNotDelayOtherUsersNorOtherSources() {
    fail(attacker, "ada", LoginThrottle.USER_FREE + 10);
    assertThat(throttle.reserveNanos(attacker, "bob")).isZero();
    assertThat(throttle.reserveNanos(other, "ada")).isZero();
  }

  @Test
  void shouldDelayASourceThatTriesManyUsers() {
    for (int i = 0; i < LoginThrottle.SOURCE_FREE; i++) {
      throttle.failed(attacker, "user" + i);
    }
    assertThat(throttle.reserveNanos(attacker, "new")).isPositive();
    assertThat(throttle.reserveNanos(other, "new")).isZero();
  }

  @Test
  void shouldForgetAUsersFailuresAfterALoginAndAllAfterSomeTime() {
    fail(attacker, "ada", LoginThrottle.USER_FREE + 4);
    throttle.succeeded(attacker, "ada");
    assertThat(throttle.reserveNanos(attacker, "ada")).isZero();
    fail(attacker, "ada", LoginThrottle.SOURCE_FREE + 4);
    now.addAndGet(LoginThrottle.MEMORY_NANOS + 1);
    assertThat(throttle.reserveNanos(attacker, "ada")).isZero();
  }

  @Test
  void shouldTreatANetworkOfVersion6AsOneSource() {
    fail(address("2001:db8::1"), "ada", LoginThrottle.USER_FREE + 6);
    assertThat(throttle.reserveNanos(address("2001:db8::2"), "ada"))
        .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    assertThat(throttle.reserveNanos(address("2001:db8:0:1::2"), "ada")).isZero();
  }

  @Test
  void shouldRememberALimitedNumberOfSources() {
    fail(attacker, "ada", LoginThrottle.USER_FREE);
    for (int i = 0; i < LoginThrottle.ENTRIES_MAX; i++) {
      throttle.failed(other, "user" + i);
    }
    assertThat(throttle.reserveNanos(attacker, "ada")).isZero();
  }
}
