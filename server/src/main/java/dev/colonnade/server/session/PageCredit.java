package dev.colonnade.server.session;

import dev.colonnade.server.net.CreditListener;
import dev.colonnade.server.net.Exchange;

/**
 * How many pages of a result may still be sent. The thread that makes the pages waits here; the
 * event loop grants, stops and gives up.
 */
final class PageCredit implements CreditListener {
  private final Exchange exchange;
  private long pages;
  private boolean stopped;
  private boolean unwanted;
  private boolean waitsForRoom;

  PageCredit(Exchange exchange, int pages) {
    this.exchange = exchange;
    this.pages = pages;
  }

  @Override
  public synchronized void grant(int morePages, long bytes) {
    pages += morePages;
    notifyAll();
  }

  /** No more pages are wanted; the statement ends well. */
  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /** The request has been given up. */
  synchronized void giveUp() {
    unwanted = true;
    notifyAll();
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  /** Waits until a page may be sent, or none is wanted any more; takes the credit for it. */
  void take() throws InterruptedException {
    while (!takeWithRoom()) {
      exchange.onCapacity(this::roomAgain);
      awaitRoom();
    }
  }

  /** Waits for credit; false if there is no room then. */
  private synchronized boolean takeWithRoom() throws InterruptedException {
    while (isWanted() && pages <= 0) {
      wait();
    }
    if (isWanted() && !exchange.hasCapacity()) {
      waitsForRoom = true;
      return false;
    }
    pages--;
    return true;
  }

  private synchronized void awaitRoom() throws InterruptedException {
    while (isWanted() && waitsForRoom) {
      wait();
    }
  }

  private synchronized void roomAgain() {
    waitsForRoom = false;
    notifyAll();
  }

  private boolean isWanted() {
    return !stopped && !unwanted;
  }
}
