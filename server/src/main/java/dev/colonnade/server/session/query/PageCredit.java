package dev.colonnade.server.session.query;

import dev.colonnade.server.net.CreditListener;
import dev.colonnade.server.net.Exchange;

/**
 * Credit-based flow control of the pages of a SQL result. The thread that produces the pages waits
 * for credit; the event loop grants credit, stops and cancels. Guarded by its monitor.
 */
final class PageCredit implements CreditListener {
  private final Exchange exchange;
  private long pages;
  private boolean stopped;
  private boolean canceled;
  private boolean waitsForCapacity;

  PageCredit(Exchange exchange, int pages) {
    this.exchange = exchange;
    this.pages = pages;
  }

  @Override
  public synchronized void grant(int morePages, long bytes) {
    pages += morePages;
    notifyAll();
  }

  /** Stops sending pages; the statement completes normally. */
  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /** Wakes the producer because the request is canceled. */
  public synchronized void cancel() {
    canceled = true;
    notifyAll();
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  /** Acquires the credit of one page; waits until it is granted, or until stop or cancel. */
  void acquire() throws InterruptedException {
    while (!tryAcquire()) {
      exchange.onCapacity(this::capacityAvailable);
      awaitCapacity();
    }
  }

  /** Waits for credit and acquires it; returns false if the outbound queue has no capacity. */
  private synchronized boolean tryAcquire() throws InterruptedException {
    while (isWanted() && pages <= 0) {
      wait();
    }
    if (isWanted() && !exchange.hasCapacity()) {
      waitsForCapacity = true;
      return false;
    }
    pages--;
    return true;
  }

  private synchronized void awaitCapacity() throws InterruptedException {
    while (isWanted() && waitsForCapacity) {
      wait();
    }
  }

  private synchronized void capacityAvailable() {
    waitsForCapacity = false;
    notifyAll();
  }

  private boolean isWanted() {
    return !stopped && !canceled;
  }
}
