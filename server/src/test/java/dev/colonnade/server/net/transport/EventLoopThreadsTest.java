package dev.colonnade.server.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventLoopThreadsTest {
  @Test
  void shouldCloseConnectionsWhoseInitializationHasNotBegun() throws Exception {
    EventLoopGroup eventLoops =
        new MultiThreadIoEventLoopGroup(
            2, EventLoopThreads.of("test-net"), NioIoHandler.newFactory());
    Set<Channel> open = ConcurrentHashMap.newKeySet();
    CountDownLatch isBusy = new CountDownLatch(1);
    Channel first = new NioSocketChannel();
    Channel second = new NioSocketChannel();
    eventLoops.register(first).sync();
    eventLoops.register(second).sync();
    open.add(first);
    var _ =
        eventLoops
            .next()
            .submit(
                () -> {
                  isBusy.countDown();
                  TimeUnit.MILLISECONDS.sleep(200);
                  open.add(second);
                  return null;
                });
    isBusy.await();

    EventLoopThreads.close(eventLoops, () -> open);
    EventLoopThreads.end(eventLoops);

    assertThat(first.isOpen()).isFalse();
    assertThat(second.isOpen()).isFalse();
    assertThat(eventLoops.isTerminated()).isTrue();
  }

  @Test
  void shouldEndTwice() {
    EventLoopGroup eventLoops =
        new MultiThreadIoEventLoopGroup(
            1, EventLoopThreads.of("test-net"), NioIoHandler.newFactory());
    for (int i = 0; i < 2; i++) {
      EventLoopThreads.endAccepting(eventLoops);
      EventLoopThreads.close(eventLoops, Set::of);
      EventLoopThreads.end(eventLoops);
    }
    assertThat(eventLoops.isTerminated()).isTrue();
  }
}
